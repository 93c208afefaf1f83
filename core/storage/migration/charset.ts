// Finds tables whose charset or collation differs from that of new tables, and converts them.
import type { Table } from '../../foundation/table.js'
import { toEntityTable } from '../../model/schema/columns.js'
import type { Registry } from '../../model/registry.js'
import type { Database } from '../database/connection.js'
import type { Dialect, ExistingTable } from '../database/dialect.js'
import { internalTables } from '../database/internal-tables.js'

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

/** The columns of an existing table whose type, with its collation, or nullability differs from the declaration. */
export function findDifferentColumns(
  dialect: Dialect,
  { columns, autoIncrement, primaryKey }: Table,
  real: ExistingTable,
): readonly string[] {
  return Object.entries(columns).flatMap(([name, column]) => {
    const present = real.columns.get(name)
    const isCounted = autoIncrement === true && primaryKey[0] === name
    const type = isCounted ? dialect.autoIncrementType : dialect.reportedType(column)
    return present && (present.type !== type || present.nullable !== column.nullable) ? [name] : []
  })
}

/** Reads the charset state from the database's schema. Changes nothing. */
export async function readCharsetState(database: Database, registry: Registry): Promise<CharsetState> {
  const real = await database.dialect.readTables(database)
  const existing = listDeclaredTables(registry).filter((table) => real.has(table.name))
  const { charset } = database.dialect
  if (!charset) return { applies: false, collation: null, tables: existing.length, nonConforming: [] }
  const defaults = await charset.defaults(database)
  const nonConforming = existing
    .filter(
      (table) =>
        defaults.get(table.name) !== charset.collation ||
        findDifferentColumns(database.dialect, table, real.get(table.name)!).length > 0,
    )
    .map((table) => table.name)
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
