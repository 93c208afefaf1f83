// Access control of actions: the action's scopes, then the area of the entity. Only surfaces call it.
import { createMessage, createLabel, type Message } from '../foundation/message.js'
import {
  type Grant,
  requireAnyScope,
  requireScopes,
  isReadOperation,
  requiredScopes,
  type Operation,
} from '../foundation/access.js'
import { ServiceError, ValidationError } from '../foundation/errors.js'
import type { ActionDeclaration, ActionInput, Needs } from '../model/action/declaration.js'
import type { Entity } from '../model/entity/define.js'
import { type Registry, requireEntity } from '../model/registry.js'

/** The scopes that a call requires; null if the action declares none, so all callers are refused. */
export function requiredScopesOfAction(action: ActionDeclaration, input: ActionInput = {}): Needs | null {
  return (typeof action.needs === 'function' ? action.needs(input) : action.needs) ?? null
}

/** The entities that the entity argument accepts, for any caller. Reads accept all; writes accept the entities that tools may write. */
export function listAcceptedEntities(registry: Registry, action: ActionDeclaration): readonly Entity[] {
  if (!action.entity) return []
  const { operation, accepts } = action.entity
  const isAvailable = (entity: Entity): boolean => isReadOperation(operation) || entity.tools === 'write'
  return [...registry.entities.values()].filter(
    (entity) => entity.operations.includes(operation) && isAvailable(entity) && (accepts?.(entity, registry.entities) ?? true),
  )
}

/** The accepted entities that the grant may access: the enum of the argument. */
export function listPermittedEntities(registry: Registry, action: ActionDeclaration, grant: Grant): readonly Entity[] {
  if (!action.entity) return []
  const { operation } = action.entity
  return listAcceptedEntities(registry, action).filter((entity) => grant.allowsAll(requiredScopes(entity, operation)))
}

function allows(grant: Grant, { all = [], any }: Needs): boolean {
  return grant.allowsAll(all) && (any === undefined || any.some((scope) => grant.allows(scope)))
}

/** True if the action is listed for the grant: it includes the scopes, and at least one entity is permitted. */
export function isActionPermitted(registry: Registry, action: ActionDeclaration, grant: Grant): boolean {
  const needs = requiredScopesOfAction(action)
  if (!needs || !allows(grant, needs)) return false
  return !action.entity || listPermittedEntities(registry, action, grant).length > 0
}

/**
 * Refuses calls without permission, in this order: missing scopes of the action, an unknown entity (NOT_FOUND), missing
 * scopes of the entity (INSUFFICIENT_SCOPE), an unsupported operation (VALIDATION_FAILED).
 */
export function requireAccess(registry: Registry, action: ActionDeclaration, grant: Grant, input: ActionInput): void {
  const needs = requiredScopesOfAction(action, input)
  if (!needs) {
    const message = createMessage('errors.actionWithoutScopes', { action: action.name })
    throw new ServiceError('INSUFFICIENT_SCOPE', message)
  }
  requireScopes(grant, needs.all ?? [])
  if (needs.any) requireAnyScope(grant, needs.any)
  const { entity: entityArgument } = action
  const name = entityArgument && input[entityArgument.argument]
  if (!entityArgument || typeof name !== 'string' || name === '') return
  const entity = requireEntity(registry, name)
  requireScopes(grant, requiredScopes(entity, entityArgument.operation))
  if (listAcceptedEntities(registry, action).includes(entity)) return
  // The action refuses these with its own message.
  if (entityArgument.accepts?.(entity, registry.entities) === false) return
  throw new ValidationError([], describeUnsupported(entity, entityArgument.operation))
}

function describeUnsupported(entity: Entity, operation: Operation): Message {
  if (entity.operations.includes(operation))
    return createMessage('errors.entityReadOnly', { entity: createLabel('entity', entity.name) })
  const values = { operation, entity: createLabel('entity', entity.name), operations: entity.operations }
  return createMessage('errors.operationWithheld', values)
}
