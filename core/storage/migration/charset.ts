// Whether the tables have the charset and collations that new ones get, and how the others are converted (spec 4.4).
import type { Table } from '../../foundation/table.js'
import { toEntityTable } from '../../model/schema/columns.js'
import type { Registry } from '../../model/registry.js'
import type { Database } from '../database/connection.js'
import { tables } from '../database/tables.js'
import { compareSchema } from './compare.js'

export interface CharsetState {
  /** False where the database knows only one charset: nothing ever needs converting. */
  readonly applies: boolean
  /** What conforming tables have; null where it does not apply. */
  readonly collation: string | null
  /** The declared tables that exist. */
  readonly tables: number
  readonly nonConforming: readonly string[]
}

function declared(registry: Registry): readonly Table[] {
  return [...tables, ...[...registry.entities.values()].map(toEntityTable)]
}

/** Reads the database's own description of its tables; changes nothing. */
export async function charsetState(database: Database, registry: Registry): Promise<CharsetState> {
  const real = await database.dialect.readTables(database)
  const existing = declared(registry).filter((table) => real.has(table.name))
  const { charset } = database.dialect
  if (!charset) return { applies: false, collation: null, tables: existing.length, nonConforming: [] }
  const defaults = await charset.defaults(database)
  const different = new Set(
    compareSchema(database.dialect, existing, real)
      .filter(({ kind, column }) => kind === 'different' && column !== null)
      .map(({ table }) => table),
  )
  const nonConforming = existing
    .map((table) => table.name)
    .filter((name) => defaults.get(name) !== charset.collation || different.has(name))
  return { applies: true, collation: charset.collation, tables: existing.length, nonConforming }
}

/** Converts what does not conform and returns the names of those tables. */
export async function convertCharset(
  database: Database,
  registry: Registry,
  progress: (table: string) => void,
): Promise<readonly string[]> {
  const { nonConforming } = await charsetState(database, registry)
  const byName = new Map(declared(registry).map((table) => [table.name, table]))
  for (const name of nonConforming) {
    progress(name)
    const table = byName.get(name)
    if (table && database.dialect.charset) await database.execute(database.dialect.charset.convert(table))
  }
  return nonConforming
}
