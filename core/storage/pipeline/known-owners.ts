// Remembers the owners of records during a transaction. Thousands of new answers look up the product of a question once.
import type { Unit } from '../database/unit.js'

interface Known {
  readonly owner: number
  readonly changes: number
}

/** By table and id, for one owner entity. Nested maps, because a combined key for each record is slow. */
type Owned = Map<string, Map<number, Known>>

const notes = () => new Map<string, Owned>()

const changesOf = (u: Unit, tables: readonly string[]): number => tables.reduce((sum, table) => sum + u.changes(table), 0)

/** The owner of the entity `ancestor`. undefined if the unit does not know it or has changed a table on the path to it. */
export function knownOwner(u: Unit, ancestor: string, tables: readonly string[], id: number): number | undefined {
  const known = u
    .kept(notes)
    .get(ancestor)
    ?.get(tables[0] ?? '')
    ?.get(id)
  return known?.changes === changesOf(u, tables) ? known.owner : undefined
}

/** `tables` are the tables from the records to their owner. The records' own table comes first. */
export function rememberOwner(u: Unit, ancestor: string, tables: readonly string[], ids: readonly number[], owner: number): void {
  const kinds = u.kept(notes)
  const owned: Owned = kinds.get(ancestor) ?? new Map()
  kinds.set(ancestor, owned)
  const [table = ''] = tables
  const known = owned.get(table) ?? new Map<number, Known>()
  owned.set(table, known)
  const one = { owner, changes: changesOf(u, tables) }
  for (const id of ids) known.set(id, one)
}
