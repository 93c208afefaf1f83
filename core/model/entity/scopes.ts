// The scopes that an operation on an entity requires: the level of its area, and further scopes for writes (spec 5.2).
import type { Scope } from '../../ground/access/areas.js'
import type { Entity, Operation } from './define.js'

const readOperations: ReadonlySet<Operation> = new Set<Operation>(['list', 'read'])

/** True for operations that change no data. */
export function isReading(operation: Operation): boolean {
  return readOperations.has(operation)
}

export function scopesOf(entity: Entity, operation: Operation): readonly Scope[] {
  return isReading(operation) ? [`${entity.area}:read`] : [`${entity.area}:write`, ...(entity.writeNeeds ?? [])]
}
