// Finds records by their ids in lists that stay as they are: going through 250 countries for each tax rate costs more than the rate.

interface Identified {
  readonly id: number
}

const indexes = new WeakMap<readonly Identified[], ReadonlyMap<number, Identified>>()

/** The record of the id; undefined where there is none. The list is never changed: an index of it is kept as long as it is. */
export function byId<T extends Identified>(records: readonly T[], id: number | null | undefined): T | undefined {
  if (id === null || id === undefined) return undefined
  let index = indexes.get(records)
  if (!index) {
    index = new Map(records.map((record) => [record.id, record]))
    indexes.set(records, index)
  }
  // Made of these records.
  return index.get(id) as T | undefined
}
