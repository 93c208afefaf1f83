// Who may call which action: its scopes, then the area of the entity that it is called for (spec 5.3). Only surfaces ask.
import type { Grant } from '../ground/access/grant.js'
import { requireAnyScope, requireScopes } from '../ground/access/require.js'
import { ServiceError, ValidationError } from '../ground/errors.js'
import type { ActionDeclaration, ActionInput, Needs } from '../model/action/declaration.js'
import type { Entity, Operation } from '../model/entity/define.js'
import { isReading, scopesOf } from '../model/entity/scopes.js'
import { type Registry, requireEntity } from '../model/registry.js'

/** The scopes of a call; null where the action declares none, which refuses everybody. */
export function needsOf(action: ActionDeclaration, input: ActionInput = {}): Needs | null {
  return (typeof action.needs === 'function' ? action.needs(input) : action.needs) ?? null
}

/** The entities that the action's entity argument takes, whoever calls: reads take all, writes those that tools may write. */
export function entitiesOf(registry: Registry, action: ActionDeclaration): readonly Entity[] {
  if (!action.entity) return []
  const { operation, accepts } = action.entity
  const isCurated = (entity: Entity): boolean => isReading(operation) || entity.tools === 'write'
  return [...registry.entities.values()].filter(
    (entity) => entity.operations.includes(operation) && isCurated(entity) && (accepts?.(entity, registry.entities) ?? true),
  )
}

/** Those among them that the grant reaches: the enum of the argument. */
export function offeredEntities(registry: Registry, action: ActionDeclaration, grant: Grant): readonly Entity[] {
  if (!action.entity) return []
  const { operation } = action.entity
  return entitiesOf(registry, action).filter((entity) => grant.allowsAll(scopesOf(entity, operation)))
}

function allows(grant: Grant, { all = [], any }: Needs): boolean {
  return grant.allowsAll(all) && (any === undefined || any.some((scope) => grant.allows(scope)))
}

/** True where the action is listed for the grant: its scopes are held, and its entity argument has at least one value. */
export function isOffered(registry: Registry, action: ActionDeclaration, grant: Grant): boolean {
  const needs = needsOf(action)
  if (!needs || !allows(grant, needs)) return false
  return !action.entity || offeredEntities(registry, action, grant).length > 0
}

/**
 * Refuses a call that the grant does not reach, in the order of domain §7: the action's scopes, an unknown entity (NOT_FOUND),
 * the entity's scopes (INSUFFICIENT_SCOPE), an operation that the entity withholds (VALIDATION_FAILED).
 */
export function requireAccess(registry: Registry, action: ActionDeclaration, grant: Grant, input: ActionInput): void {
  const needs = needsOf(action, input)
  if (!needs) {
    const message = `'${action.name}' is in no table of scopes, so every caller is refused. Whoever brings it must declare what it needs.`
    throw new ServiceError('INSUFFICIENT_SCOPE', message)
  }
  requireScopes(grant, needs.all ?? [])
  if (needs.any) requireAnyScope(grant, needs.any)
  const { entity: place } = action
  const name = place && input[place.argument]
  if (!place || typeof name !== 'string' || name === '') return
  const entity = requireEntity(registry, name)
  requireScopes(grant, scopesOf(entity, place.operation))
  if (entitiesOf(registry, action).includes(entity)) return
  // The action refuses these with a sentence of its own.
  if (place.accepts?.(entity, registry.entities) === false) return
  throw new ValidationError([], withheld(entity, place.operation))
}

function withheld(entity: Entity, operation: Operation): string {
  if (entity.operations.includes(operation)) return `'${entity.name}' is read-only here.`
  return `The operation '${operation}' is withheld for ${entity.name}. It supports: ${entity.operations.join(', ')}.`
}
