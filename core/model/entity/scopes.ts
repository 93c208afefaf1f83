// Which scopes an operation on an entity needs: the area's level, and for writes what the entity asks beside it (spec 5.2).
import type { Scope } from '../../ground/access/areas.js'
import type { Entity, Operation } from './define.js'

const reading: ReadonlySet<Operation> = new Set<Operation>(['list', 'read'])

/** True for what changes nothing. */
export function isReading(operation: Operation): boolean {
  return reading.has(operation)
}

export function scopesOf(entity: Entity, operation: Operation): readonly Scope[] {
  return isReading(operation) ? [`${entity.area}:read`] : [`${entity.area}:write`, ...(entity.writeNeeds ?? [])]
}
