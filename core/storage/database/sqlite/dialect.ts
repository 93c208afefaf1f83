// The SQLite dialect, the embedded default: upserts by ON CONFLICT, DDL inside transactions, byte-wise text comparison.
import type { Column } from '../../../foundation/property/kind.js'
import { indexName, type Table } from '../../../foundation/table.js'
import { hasCause } from '../database-errors.js'
import {
  type Dialect,
  insertRows,
  quoteName,
  quoteColumns,
  type ExistingColumn,
  type ExistingIndex,
  type ExistingTable,
  type QueryRunner,
} from '../dialect.js'
import { connectSqlite } from './driver.js'

const typeFormatters: Readonly<Record<Column['type'], (column: Column) => string>> = {
  integer: () => 'INTEGER',
  bigint: () => 'BIGINT',
  boolean: () => 'TINYINT',
  key: (column) => `VARCHAR(${column.length ?? 255})`,
  string: (column) => `VARCHAR(${column.length ?? 255})`,
  text: () => 'TEXT',
}

const isNumericColumn = (column: Column): boolean => ['integer', 'bigint', 'boolean'].includes(column.type)

function formatColumnType(column: Column): string {
  const type = typeFormatters[column.type](column)
  return column.nullable ? type : `${type} NOT NULL DEFAULT ${isNumericColumn(column) ? '0' : "''"}`
}

function formatCreateTable(table: Table): string {
  const lines = Object.entries(table.columns).map(([name, column]) => {
    if (!table.autoIncrement || table.primaryKey[0] !== name) return `${quoteName(name)} ${formatColumnType(column)}`
    return `${quoteName(name)} INTEGER PRIMARY KEY AUTOINCREMENT`
  })
  if (!table.autoIncrement) lines.push(`PRIMARY KEY (${quoteColumns(table.primaryKey)})`)
  // WITHOUT ROWID stores composite-key tables in key order, so the texts of one record are adjacent.
  return `CREATE TABLE IF NOT EXISTS ${quoteName(table.name)} (\n  ${lines.join(',\n  ')}\n)${table.autoIncrement ? '' : ' WITHOUT ROWID'}`
}

interface ColumnRow {
  readonly table_name: string
  readonly sql: string
  readonly name: string
  readonly type: string
  readonly not_null: number
  readonly pk: number
}
interface IndexRow {
  readonly table_name: string
  readonly index_name: string
  readonly is_unique: number
  readonly column_name: string
}

const tableColumns = `SELECT m.name AS table_name, m.sql AS sql, c.name AS name, c.type AS type, c."notnull" AS not_null, c.pk AS pk
 FROM sqlite_schema m, pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite!_%' ESCAPE '!'`
const tableIndexes = `SELECT m.name AS table_name, l.name AS index_name, l."unique" AS is_unique, i.name AS column_name
 FROM sqlite_schema m, pragma_index_list(m.name) l, pragma_index_info(l.name) i WHERE m.type = 'table' AND l.origin = 'c'`

/** The explicit collations in a CREATE TABLE statement, by column. */
function parseCollations(sql: string): ReadonlyMap<string, string> {
  const matches = sql.matchAll(/`(\w+)` [A-Z]+(?:\(\d+\))?( COLLATE [A-Z]+)/g)
  return new Map(Array.from(matches, ([, name, collation]) => [name!, collation!] as const))
}

async function readExistingTables(on: QueryRunner, table?: string): Promise<Map<string, ExistingTable>> {
  const [only, params] = table === undefined ? ['', []] : [' AND m.name = ?', [table]]
  const columnRows = await on.query<ColumnRow>(`${tableColumns}${only} ORDER BY m.name, c.cid`, params)
  const indexRows = await on.query<IndexRow>(`${tableIndexes}${only} ORDER BY m.name, l.name, i.seqno`, params)
  const tables = new Map<
    string,
    { columns: Map<string, ExistingColumn>; primaryKey: string[]; indexes: Map<string, ExistingIndex> }
  >()
  let collations: ReadonlyMap<string, string> = new Map()
  for (const row of columnRows) {
    let real = tables.get(row.table_name)
    if (!real) {
      tables.set(row.table_name, (real = { columns: new Map(), primaryKey: [], indexes: new Map() }))
      collations = parseCollations(row.sql)
    }
    const collation = collations.get(row.name) ?? ''
    // A rowid primary key is never NULL, although SQLite reports it as nullable.
    real.columns.set(row.name, {
      type: row.type + collation,
      nullable: row.not_null === 0 && row.pk === 0,
    })
    if (row.pk > 0) real.primaryKey[row.pk - 1] = row.name
  }
  for (const row of indexRows) {
    const indexes = tables.get(row.table_name)?.indexes
    const columns = [...(indexes?.get(row.index_name)?.columns ?? []), row.column_name]
    indexes?.set(row.index_name, { columns, unique: row.is_unique === 1 })
  }
  return tables
}

async function readNextIds(on: Pick<QueryRunner, 'query'>): Promise<ReadonlyMap<string, number>> {
  const there = await on.query("SELECT name FROM sqlite_schema WHERE name = 'sqlite_sequence'")
  if (there.length === 0) return new Map()
  const rows = await on.query<{ name: string; seq: number }>('SELECT name, seq FROM sqlite_sequence WHERE seq > 0')
  return new Map(rows.map(({ name, seq }) => [name, seq + 1]))
}

/** Table names are safe as string literals: they were validated when they were declared. */
const formatNextId = (table: string, id: number): readonly string[] => [
  `DELETE FROM sqlite_sequence WHERE name = '${table}'`,
  `INSERT INTO sqlite_sequence (name, seq) VALUES ('${table}', ${id - 1})`,
]

const formatConflictClause = (key: readonly string[], action: string): string =>
  ` ON CONFLICT (${quoteColumns(key)}) DO ${action}`

/** SQLITE_BUSY and SQLITE_LOCKED with all their extended codes. */
const isBusyCode = (code: unknown): boolean => typeof code === 'number' && ((code & 0xff) === 5 || (code & 0xff) === 6)
/** SQLITE_CONSTRAINT_PRIMARYKEY, _UNIQUE and _ROWID. */
const duplicateCodes: ReadonlySet<unknown> = new Set([1555, 2067, 2579])

export const sqlite: Dialect = {
  name: 'sqlite',
  accepts: (url) => /^sqlite:./.test(url),
  connect: connectSqlite,
  forUpdate: '',
  forShare: '',
  returnAsInsertId: null,
  returningClause: null,
  // SQLite has one writer at a time, and AUTOINCREMENT leaves no gaps within a statement.
  hasConsecutiveIds: true,
  incoming: (column) => `excluded.${quoteName(column)}`,
  insertMissing: (table, columns, key, rows) => insertRows(table, columns, rows) + formatConflictClause(key, 'NOTHING'),
  upsert: (table, columns, key, assignments, rows) =>
    insertRows(table, columns, rows) + formatConflictClause(key, `UPDATE SET ${assignments}`),
  transactionalDdl: true,
  columnType: formatColumnType,
  reportedType: (column) => typeFormatters[column.type](column),
  autoIncrementType: 'INTEGER',
  createTable: formatCreateTable,
  addColumn: (table, name, column) => `ALTER TABLE ${quoteName(table)} ADD COLUMN ${quoteName(name)} ${formatColumnType(column)}`,
  createIndex: (table, columns, unique) =>
    `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${quoteName(indexName(table, columns, unique))} ON ${quoteName(table)} (${quoteColumns(columns)})`,
  dropIndex: (_table, name) => `DROP INDEX ${quoteName(name)}`,
  readTables: readExistingTables,
  nextIds: readNextIds,
  setNextId: formatNextId,
  charset: null,
  containsRun: (text, classes) => `${text} GLOB '*${classes.map((characters) => `[${characters}]`).join('')}*'`,
  isRetryable: (error) => hasCause(error, (cause) => isBusyCode(cause.errcode)),
  isDuplicate: (error) => hasCause(error, (cause) => duplicateCodes.has(cause.errcode)),
}
