// The scopes that an operation on an entity requires: the level of its area, and further scopes for writes.
import type { Scope } from '../../foundation/access.js'
import type { Entity, Operation } from './define.js'

const readOperations: ReadonlySet<Operation> = new Set<Operation>(['list', 'read'])

/** True for operations that change no data. */
export function isReadOperation(operation: Operation): boolean {
  return readOperations.has(operation)
}

export function requiredScopes(entity: Entity, operation: Operation): readonly Scope[] {
  return isReadOperation(operation) ? [`${entity.area}:read`] : [`${entity.area}:write`, ...(entity.writeNeeds ?? [])]
}
