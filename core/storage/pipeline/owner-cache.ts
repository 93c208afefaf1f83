// Remembers the owners of records during a transaction. Thousands of new answers look up the product of a question once.
import type { Unit } from '../database/unit.js'

interface CachedOwner {
  readonly owner: number
  readonly changes: number
}

/** By table and id, for one owner entity. Nested maps, because a combined key for each record is slow. */
type OwnersByTable = Map<string, Map<number, CachedOwner>>

const createOwnerCache = () => new Map<string, OwnersByTable>()

const sumChanges = (u: Unit, tables: readonly string[]): number => tables.reduce((sum, table) => sum + u.changes(table), 0)

/** The owner of the entity `ancestor`. undefined if the unit does not know it or has changed a table on the path to it. */
export function getCachedOwner(u: Unit, ancestor: string, tables: readonly string[], id: number): number | undefined {
  const cachedOwner = u
    .memoize(createOwnerCache)
    .get(ancestor)
    ?.get(tables[0] ?? '')
    ?.get(id)
  return cachedOwner?.changes === sumChanges(u, tables) ? cachedOwner.owner : undefined
}

/** `tables` are the tables from the records to their owner. The records' own table comes first. */
export function cacheOwner(u: Unit, ancestor: string, tables: readonly string[], ids: readonly number[], owner: number): void {
  const kinds = u.memoize(createOwnerCache)
  const owned: OwnersByTable = kinds.get(ancestor) ?? new Map()
  kinds.set(ancestor, owned)
  const [table = ''] = tables
  const ownersById = owned.get(table) ?? new Map<number, CachedOwner>()
  owned.set(table, ownersById)
  const cachedOwner = { owner, changes: sumChanges(u, tables) }
  for (const id of ids) ownersById.set(id, cachedOwner)
}
