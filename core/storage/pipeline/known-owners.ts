// What a unit knows of who owns which record: thousands of new answers ask for the product of their question only once each.
import type { Unit } from '../database/unit.js'

interface Known {
  readonly owner: number
  readonly changes: number
}

/** By table and id, of each kind of owner: asked for each record, so that no key is put together. */
type Owned = Map<string, Map<number, Known>>

const notes = () => new Map<string, Owned>()

const changesOf = (u: Unit, tables: readonly string[]): number => tables.reduce((sum, table) => sum + u.changes(table), 0)

/** The owner of the kind; undefined where the unit does not know it, or rows on the way to it are others than they were. */
export function knownOwner(u: Unit, ancestor: string, tables: readonly string[], id: number): number | undefined {
  const known = u
    .kept(notes)
    .get(ancestor)
    ?.get(tables[0] ?? '')
    ?.get(id)
  return known?.changes === changesOf(u, tables) ? known.owner : undefined
}

/** `tables` lead from the records to their owner, the records' own first. */
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
