// Finds tables whose charset or collations differ from those of new tables, and converts them.
import type { Table } from '../../foundation/table.js'
import { toEntityTable } from '../../model/schema/columns.js'
import type { Registry } from '../../model/registry.js'
import type { Database } from '../database/connection.js'
import { internalTables } from '../database/internal-tables.js'
import { compareSchema } from './schema-difference.js'

export interface CharsetState {
  /** False if the database has only one charset, so no table needs conversion. */
  readonly applies: boolean
  /** The default collation of conforming tables; null if `applies` is false. */
  readonly collation: string | null
  /** Number of declared tables that exist. */
  readonly tables: number
  readonly nonConforming: readonly string[]
}

function listDeclaredTables(registry: Registry): readonly Table[] {
  return [...internalTables, ...[...registry.entities.values()].map(toEntityTable)]
}

/** Reads the charset state from the database's schema. Changes nothing. */
export async function readCharsetState(database: Database, registry: Registry): Promise<CharsetState> {
  const real = await database.dialect.readTables(database)
  const existing = listDeclaredTables(registry).filter((table) => real.has(table.name))
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

/** Converts the nonconforming tables and returns their names. */
export async function convertCharset(
  database: Database,
  registry: Registry,
  progress: (table: string) => void,
): Promise<readonly string[]> {
  const { nonConforming } = await readCharsetState(database, registry)
  const byName = new Map(listDeclaredTables(registry).map((table) => [table.name, table]))
  for (const name of nonConforming) {
    progress(name)
    const table = byName.get(name)
    if (table && database.dialect.charset) await database.execute(database.dialect.charset.convert(table))
  }
  return nonConforming
}
