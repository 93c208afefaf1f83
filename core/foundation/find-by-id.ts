// Finds records by id in immutable lists through a cached index: scanning 250 countries per tax rate was too slow.

interface Identified {
  readonly id: number
}

const indexes = new WeakMap<readonly Identified[], ReadonlyMap<number, Identified>>()

/** The record with this id, or undefined. The list must never change: its index is cached with it. */
export function findById<T extends Identified>(records: readonly T[], id: number | null | undefined): T | undefined {
  if (id === null || id === undefined) return undefined
  let index = indexes.get(records)
  if (!index) {
    index = new Map(records.map((record) => [record.id, record]))
    indexes.set(records, index)
  }
  // The index contains the records of this list, which have type T.
  return index.get(id) as T | undefined
}
