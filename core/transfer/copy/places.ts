// Which records of a copy stand in the places of which: ids of the original to those of the copy.
import type { Repoint } from '../../ground/property/kind.js'
import { ownerJoins } from '../../model/entity/ownership.js'
import type { Member } from '../graph.js'

const keyOf = (entity: string, id: number): string => `${entity} ${id}`

export class Places implements Repoint {
  private readonly owners = new Map<string, readonly unknown[]>()
  private readonly copies = new Map<string, number>()
  private readonly own = new Set<string>()
  private isLacking = false

  constructor(members: readonly Member[]) {
    for (const { entity, record } of members) {
      const owners = ownerJoins(entity).map(({ property }) => record.values[property])
      this.owners.set(keyOf(entity.name, record.id), owners)
    }
  }

  /** True for what is copied, whether or not the copy is there already. */
  has(entity: string, id: number): boolean {
    return this.owners.has(keyOf(entity, id))
  }

  /** True for a record that a copy stands in for, and that is no copy itself. */
  isReplaced(entity: string, id: number): boolean {
    const key = keyOf(entity, id)
    return this.copies.has(key) && !this.own.has(key)
  }

  put(entity: string, id: number, copy: number): void {
    this.copies.set(keyOf(entity, id), copy)
    this.own.add(keyOf(entity, copy))
  }

  idOf(entity: string, id: number): number {
    const copy = this.copies.get(keyOf(entity, id))
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
    return this.owners.get(keyOf(entity, id))?.includes(owner) === true
  }
}
