// What a unit knows of who owns which record: thousands of new answers ask for the product of their question only once each.
import type { Unit } from '../database/unit.js'

interface Known {
  readonly owner: number
  readonly changes: number
}

const notes = () => new Map<string, Known>()

const keyOf = (ancestor: string, [table = '']: readonly string[], id: number): string => `${ancestor} ${table} ${id}`

const changesOf = (u: Unit, tables: readonly string[]): number => tables.reduce((sum, table) => sum + u.changes(table), 0)

/** The owner of the kind; undefined where the unit does not know it, or rows on the way to it are others than they were. */
export function knownOwner(u: Unit, ancestor: string, tables: readonly string[], id: number): number | undefined {
  const known = u.kept(notes).get(keyOf(ancestor, tables, id))
  return known?.changes === changesOf(u, tables) ? known.owner : undefined
}

/** `tables` lead from the record to its owner, the record's own first. */
export function rememberOwner(u: Unit, ancestor: string, tables: readonly string[], id: number, owner: number): void {
  u.kept(notes).set(keyOf(ancestor, tables, id), { owner, changes: changesOf(u, tables) })
}
