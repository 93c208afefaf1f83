// Resolves the entity and record of a request. Errors in this order: 404 entity, 403 scope, 422 operation, 404 record.
import type { App } from '#core/contract.js'
import {
  createMissingRecordError,
  type Entity,
  type Operation,
  requiredScopes,
  requireEntity,
  requireOperation,
  requireScopes,
} from '#core/surface.js'
import { createAuthenticationRequiredError } from './bearer-token.js'
import type { ServiceRequest } from './mount.js'

/** The entity in the address. Throws NOT_FOUND, INSUFFICIENT_SCOPE, or VALIDATION_FAILED for an unsupported operation, in that order. */
export function requireTargetEntity(app: App, request: ServiceRequest, operation: Operation): Entity {
  const entity = requireEntity(app.context.registry, request.params.entity ?? '')
  if (request.caller === null) throw createAuthenticationRequiredError()
  requireScopes(request.caller.grant, requiredScopes(entity, operation))
  requireOperation(entity, operation)
  return entity
}

const idPattern = /^[1-9]\d{0,15}$/

/** The record id in the address. Throws NOT_FOUND for an impossible id. */
export function requireRecordId(entity: Entity, request: ServiceRequest): number {
  const text = request.params.id ?? ''
  const id = idPattern.test(text) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(id)) throw createMissingRecordError(entity, text)
  return id
}
