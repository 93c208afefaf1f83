// Finds tables whose charset or collation differs from that of new tables, and converts them.
import { type Table, indexName } from '../../foundation/table.js'
import { toEntityTable } from '../../model/schema/columns.js'
import type { Registry } from '../../model/registry.js'
import type { Database } from '../database/connection.js'
import type { Dialect, ExistingTable } from '../database/dialect.js'
import { internalTables } from '../database/internal-tables.js'
import { listTableIndexes } from './migration-steps.js'

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

export interface SchemaDifference {
  readonly table: string
  /** The owner of the table; null for an undeclared table. */
  readonly owner: string | null
  /** The missing, different or unknown column; null if the difference concerns the whole table. */
  readonly column: string | null
  readonly kind: 'missing' | 'different' | 'unknown'
  /** A full sentence. */
  readonly message: string
}

/** Returns all differences. Undeclared tables, columns and indexes count only if `strict` is set. */
export function compareSchema(
  dialect: Dialect,
  declared: readonly Table[],
  real: ReadonlyMap<string, ExistingTable>,
  strict = false,
): readonly SchemaDifference[] {
  const differences = declared.flatMap((table) => {
    const present = real.get(table.name)
    return present ? compareTable(dialect, table, present, strict) : [toMissingTable(table)]
  })
  if (!strict) return differences
  const names = new Set(declared.map((table) => table.name))
  const unknown = [...real.keys()].filter((name) => !names.has(name))
  return [...differences, ...unknown.map(toUnknownTable)]
}

function toMissingTable({ name: table, owner }: Table): SchemaDifference {
  return { table, owner, column: null, kind: 'missing', message: `Table '${table}' is missing.` }
}

function toUnknownTable(table: string): SchemaDifference {
  return { table, owner: null, column: null, kind: 'unknown', message: `Table '${table}' has no declaration.` }
}

function compareTable(dialect: Dialect, table: Table, real: ExistingTable, strict: boolean): readonly SchemaDifference[] {
  const differences: SchemaDifference[] = []
  const report = (column: string | null, kind: SchemaDifference['kind'], message: string): void => {
    differences.push({ table: table.name, owner: table.owner, column, kind, message })
  }
  for (const [name, column] of Object.entries(table.columns)) {
    const present = real.columns.get(name)
    const counts = table.autoIncrement === true && table.primaryKey[0] === name
    const type = counts ? dialect.autoIncrementType : dialect.reportedType(column)
    if (!present) report(name, 'missing', `Column '${name}' of table '${table.name}' is missing.`)
    else if (present.type !== type || present.nullable !== column.nullable) {
      const words = (columnType: string, nullable: boolean): string => `${columnType}${nullable ? ' NULL' : ' NOT NULL'}`
      const [is, should] = [words(present.type, present.nullable), words(type, column.nullable)]
      report(name, 'different', `Column '${name}' of table '${table.name}' is ${is}, but should be ${should}.`)
    }
  }
  if (real.primaryKey.join() !== table.primaryKey.join()) {
    const [is, should] = [real.primaryKey.join(', '), table.primaryKey.join(', ')]
    report(null, 'different', `The primary key of table '${table.name}' is (${is}), but should be (${should}).`)
  }
  const names = new Set<string>()
  for (const { columns, unique } of listTableIndexes(table)) {
    const name = indexName(table.name, columns, unique)
    names.add(name)
    const present = real.indexes.get(name)
    if (!present) report(null, 'missing', `Index '${name}' of table '${table.name}' is missing.`)
    else if (present.unique !== unique || present.columns.join() !== columns.join()) {
      report(null, 'different', `Index '${name}' of table '${table.name}' covers other columns than it should.`)
    }
  }
  if (!strict) return differences
  for (const name of real.columns.keys()) {
    if (!table.columns[name]) report(name, 'unknown', `Column '${name}' of table '${table.name}' has no declaration.`)
  }
  for (const name of real.indexes.keys()) {
    if (!names.has(name)) report(null, 'unknown', `Index '${name}' of table '${table.name}' has no declaration.`)
  }
  return differences
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
