// Which records of a copy stand in the places of which: ids of the original to those of the copy.
import type { Repoint } from '../../foundation/property/kind.js'
import { findOwnerJoins } from '../../model/entity/ownership.js'
import type { Member } from '../graph.js'

/** By entity and id: asked for each record and each id in it, so that no key is put together. */
class ByRecord<T> {
  private readonly entities = new Map<string, Map<number, T>>()

  get(entity: string, id: number): T | undefined {
    return this.entities.get(entity)?.get(id)
  }

  set(entity: string, id: number, value: T): void {
    const known = this.entities.get(entity)
    if (known) known.set(id, value)
    else this.entities.set(entity, new Map([[id, value]]))
  }
}

export class Places implements Repoint {
  private readonly owners = new ByRecord<readonly unknown[]>()
  private readonly copies = new ByRecord<number>()
  private readonly own = new ByRecord<true>()
  private isLacking = false

  constructor(members: readonly Member[]) {
    for (const { entity, record } of members) {
      const owners = findOwnerJoins(entity).map(({ property }) => record.values[property])
      this.owners.set(entity.name, record.id, owners)
    }
  }

  /** True for what is copied, whether or not the copy is there already. */
  has(entity: string, id: number): boolean {
    return this.owners.get(entity, id) !== undefined
  }

  /** True for a record that a copy stands in for, and that is no copy itself. */
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

  /** What is made with the ids of copies; null while one of these is not there yet. */
  whole<T>(make: () => T): { readonly value: T } | null {
    this.isLacking = false
    const value = make()
    return this.isLacking ? null : { value }
  }

  isOf(entity: string, id: number, owner: number): boolean {
    return this.owners.get(entity, id)?.includes(owner) === true
  }
}
