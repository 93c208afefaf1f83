// Maps ids of originals to ids of their copies, and detects references that cannot be replaced yet.
import type { Repoint } from '../../foundation/property/kind.js'
import { findOwnerJoins } from '../../model/entity/ownership.js'
import type { GraphRecord } from '../graph.js'

/** A map by entity and id. Lookups are so frequent that a combined key would be too slow. */
class RecordMap<T> {
  private readonly entities = new Map<string, Map<number, T>>()

  get(entity: string, id: number): T | undefined {
    return this.entities.get(entity)?.get(id)
  }

  set(entity: string, id: number, value: T): void {
    const valuesById = this.entities.get(entity)
    if (valuesById) valuesById.set(id, value)
    else this.entities.set(entity, new Map([[id, value]]))
  }
}

export class RecordIdMap implements Repoint {
  private readonly owners = new RecordMap<readonly unknown[]>()
  private readonly copies = new RecordMap<number>()
  private readonly own = new RecordMap<true>()
  private isLacking = false

  constructor(members: readonly GraphRecord[]) {
    for (const { entity, record } of members) {
      const owners = findOwnerJoins(entity).map(({ property }) => record.values[property])
      this.owners.set(entity.name, record.id, owners)
    }
  }

  /** True for a record that is being copied, whether or not its copy exists yet. */
  has(entity: string, id: number): boolean {
    return this.owners.get(entity, id) !== undefined
  }

  /** True for a record that has a copy and is not a copy itself. */
  isReplaced(entity: string, id: number): boolean {
    return this.copies.get(entity, id) !== undefined && this.own.get(entity, id) === undefined
  }

  put(entity: string, id: number, copy: number): void {
    this.copies.set(entity, id, copy)
    this.own.set(entity, copy, true)
  }

  idOf(entity: string, id: number): number {
    const copy = this.copies.get(entity, id)
    this.isLacking ||= copy === undefined && this.has(entity, id)
    return copy ?? id
  }

  /** The result of `make` with the ids of copies; null while one of the copies does not exist. */
  whole<T>(make: () => T): { readonly value: T } | null {
    this.isLacking = false
    const value = make()
    return this.isLacking ? null : { value }
  }

  isOf(entity: string, id: number, owner: number): boolean {
    return this.owners.get(entity, id)?.includes(owner) === true
  }
}
