// The dialect of MySQL and MariaDB, standalone or as a Galera cluster: utf8mb4, InnoDB, byte-wise text comparison without padding.
import type { Column } from '../../../foundation/property/kind.js'
import { ServiceError } from '../../../foundation/errors.js'
import { listWithAnd, createMessage } from '../../../foundation/message.js'
import { indexName, type Table } from '../../../foundation/table.js'
import { hasCause } from '../database-errors.js'
import { isRetryable } from './server-errors.js'
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

/** The default collation of tables. Every declared column overrides it. */
const tableCollation = 'utf8mb4_unicode_ci'
/** Byte collations of MariaDB and MySQL in which 'a ' differs from 'a'. `utf8mb4_bin` ignores trailing blanks. */
const byteCollations = ['utf8mb4_nopad_bin', 'utf8mb4_0900_bin'] as const
/** Indexed characters of a long text: 191 × 4 bytes fit every row format. */
const indexedCharacters = 191

type TypeFormatter = (column: Column, bytes: string) => string

const formatVarchar: TypeFormatter = (column, bytes) => `varchar(${column.length ?? 255}) COLLATE ${bytes}`

const typeFormatters: Readonly<Record<Column['type'], TypeFormatter>> = {
  integer: () => 'bigint',
  bigint: () => 'bigint',
  boolean: () => 'tinyint',
  key: formatVarchar,
  string: formatVarchar,
  text: (_column, bytes) => `mediumtext COLLATE ${bytes}`,
}

const typeDefaults: Readonly<Record<Column['type'], string>> = {
  integer: '0',
  bigint: '0',
  boolean: '0',
  key: "''",
  string: "''",
  text: "('')",
}

function formatColumnType(column: Column, bytes: string): string {
  return `${typeFormatters[column.type](column, bytes)} ${column.nullable ? 'NULL' : `NOT NULL DEFAULT ${typeDefaults[column.type]}`}`
}

function formatCreateTable(table: Table, bytes: string): string {
  const lines = Object.entries(table.columns).map(([name, column]) => {
    if (!table.autoIncrement || table.primaryKey[0] !== name) return `${quoteName(name)} ${formatColumnType(column, bytes)}`
    return `${quoteName(name)} bigint NOT NULL AUTO_INCREMENT`
  })
  lines.push(`PRIMARY KEY (${quoteColumns(table.primaryKey)})`)
  return `CREATE TABLE IF NOT EXISTS ${quoteName(table.name)} (\n  ${lines.join(',\n  ')}\n) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=${tableCollation}`
}

function formatCreateIndex(
  table: string,
  columns: readonly string[],
  unique: boolean,
  columnsByName: Readonly<Record<string, Column>>,
): string {
  const parts = columns.map((name) => quoteName(name) + (columnsByName[name]?.type === 'text' ? `(${indexedCharacters})` : ''))
  return `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${quoteName(indexName(table, columns, unique))} ON ${quoteName(table)} (${parts.join(', ')})`
}

interface ColumnRow {
  readonly table_name: string
  readonly name: string
  readonly type: string
  readonly collation_name: string | null
  readonly is_nullable: string
}
interface IndexRow {
  readonly table_name: string
  readonly index_name: string
  readonly non_unique: number
  readonly column_name: string
}

const tableColumns = `SELECT TABLE_NAME AS table_name, COLUMN_NAME AS name, COLUMN_TYPE AS type, COLLATION_NAME AS collation_name,
 IS_NULLABLE AS is_nullable FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE()`
const tableIndexes = `SELECT TABLE_NAME AS table_name, INDEX_NAME AS index_name, NON_UNIQUE AS non_unique, COLUMN_NAME AS column_name
 FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE()`

async function readExistingTables(on: QueryRunner, table?: string): Promise<Map<string, ExistingTable>> {
  const [only, params] = table === undefined ? ['', []] : [' AND TABLE_NAME = ?', [table]]
  const columnRows = await on.query<ColumnRow>(`${tableColumns}${only} ORDER BY TABLE_NAME, ORDINAL_POSITION`, params)
  const indexRows = await on.query<IndexRow>(`${tableIndexes}${only} ORDER BY TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX`, params)
  const tables = new Map<
    string,
    { columns: Map<string, ExistingColumn>; primaryKey: string[]; indexes: Map<string, ExistingIndex> }
  >()
  for (const row of columnRows) {
    let real = tables.get(row.table_name)
    if (!real) tables.set(row.table_name, (real = { columns: new Map(), primaryKey: [], indexes: new Map() }))
    // MariaDB reports a display width, `bigint(20)`. MySQL reports none.
    const type = row.type.toLowerCase().replace(/int\(\d+\)/, 'int')
    const collation = row.collation_name === null ? '' : ` COLLATE ${row.collation_name}`
    real.columns.set(row.name, { type: type + collation, nullable: row.is_nullable === 'YES' })
  }
  for (const row of indexRows) {
    const real = tables.get(row.table_name)
    if (row.index_name === 'PRIMARY') real?.primaryKey.push(row.column_name)
    else {
      const columns = [...(real?.indexes.get(row.index_name)?.columns ?? []), row.column_name]
      real?.indexes.set(row.index_name, { columns, unique: row.non_unique === 0 })
    }
  }
  return tables
}

async function readNextIds(on: Pick<QueryRunner, 'query'>): Promise<ReadonlyMap<string, number>> {
  // MySQL 8 returns cached statistics, up to a day old, unless this is set. MariaDB rejects the setting.
  await on.query('SET SESSION information_schema_stats_expiry = 0').catch(() => undefined)
  const sql = `SELECT TABLE_NAME AS name, AUTO_INCREMENT AS next FROM information_schema.TABLES
 WHERE TABLE_SCHEMA = DATABASE() AND AUTO_INCREMENT > 1`
  const rows = await on.query<{ name: string; next: number }>(sql)
  return new Map(rows.map(({ name, next }) => [name, Number(next)]))
}

async function readDefaultCollations(on: QueryRunner): Promise<ReadonlyMap<string, string>> {
  const sql = `SELECT TABLE_NAME AS name, TABLE_COLLATION AS collation_name FROM information_schema.TABLES
 WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'BASE TABLE'`
  const rows = await on.query<{ name: string; collation_name: string }>(sql)
  return new Map(rows.map((row) => [row.name, row.collation_name]))
}

/** Not `CONVERT TO`: it would apply a collation in which `A` equals `a`, and fail on keys that differ only by case. */
function formatConversion(table: Table, bytes: string): string {
  const texts = Object.entries(table.columns).filter(([, { type }]) => type === 'key' || type === 'string' || type === 'text')
  const changes = texts.map(([name, column]) => `MODIFY COLUMN ${quoteName(name)} ${formatColumnType(column, bytes)}`)
  return `ALTER TABLE ${quoteName(table.name)} ${[`DEFAULT CHARACTER SET utf8mb4 COLLATE ${tableCollation}`, ...changes].join(', ')}`
}

/** True if the server supports `INSERT … RETURNING`: MariaDB from 10.5. */
function canReturnIds(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10))
  return version.includes('MariaDB') && (major > 10 || (major === 10 && minor >= 5))
}

/** Reads the server's version and byte collations. Throws NOT_READY if the server has no such collation. */
async function adaptToServer(driver: QueryRunner): Promise<Dialect> {
  const sql =
    "SELECT COLLATION_NAME AS name, VERSION() AS version FROM information_schema.COLLATIONS WHERE COLLATION_NAME LIKE 'utf8mb4%bin'"
  const rows = await driver.query<{ name: string; version: string }>(sql, [])
  const names = new Set(rows.map((row) => row.name))
  const bytes = byteCollations.find((name) => names.has(name))
  if (bytes !== undefined) return createMysqlDialect(bytes, canReturnIds(rows[0]!.version))
  const collations = listWithAnd([...byteCollations])
  throw new ServiceError('NOT_READY', createMessage('boot.collationsMissing', { collations }))
}

const formatDuplicateClause = (assignments: string): string => ` ON DUPLICATE KEY UPDATE ${assignments}`

/** The dialect of one kind of server. `isTelling`: the server supports `INSERT … RETURNING`. */
function createMysqlDialect(bytes: (typeof byteCollations)[number], isTelling: boolean): Dialect {
  return {
    name: 'mysql',
    accepts: (url) => /^(mysql|mariadb):\/\/./.test(url),
    // Loaded on demand: a shop on SQLite does not need it.
    connect: async (url, options) => (await import('./driver.js')).connectMysql(url, options),
    adapt: adaptToServer,
    forUpdate: 'FOR UPDATE',
    forShare: 'LOCK IN SHARE MODE',
    returnAsInsertId: (expression) => `LAST_INSERT_ID(${expression})`,
    returningClause: isTelling ? 'RETURNING id' : null,
    hasConsecutiveIds: false,
    incoming: (column) => `VALUES(${quoteName(column)})`,
    // INSERT IGNORE would also hide every other error.
    insertMissing: (table, columns, key, rows) =>
      insertRows(table, columns, rows) +
      formatDuplicateClause(`${quoteName(key[0]!)} = ${quoteName(table)}.${quoteName(key[0]!)}`),
    upsert: (table, columns, _key, assignments, rows) => insertRows(table, columns, rows) + formatDuplicateClause(assignments),
    transactionalDdl: false,
    columnType: (column) => formatColumnType(column, bytes),
    reportedType: (column) => typeFormatters[column.type](column, bytes),
    autoIncrementType: 'bigint',
    createTable: (table) => formatCreateTable(table, bytes),
    addColumn: (table, name, column) =>
      `ALTER TABLE ${quoteName(table)} ADD COLUMN ${quoteName(name)} ${formatColumnType(column, bytes)}`,
    createIndex: formatCreateIndex,
    dropIndex: (table, name) => `DROP INDEX ${quoteName(name)} ON ${quoteName(table)}`,
    readTables: readExistingTables,
    nextIds: readNextIds,
    setNextId: (table, id) => [`ALTER TABLE ${quoteName(table)} AUTO_INCREMENT = ${id}`],
    charset: { collation: tableCollation, defaults: readDefaultCollations, convert: (table) => formatConversion(table, bytes) },
    containsRun: (text, classes) => `${text} REGEXP '${classes.map((characters) => `[${characters}]`).join('')}'`,
    isRetryable,
    isDuplicate: (error) => hasCause(error, (cause) => cause.errno === 1062),
  }
}

export const mysql: Dialect = createMysqlDialect('utf8mb4_nopad_bin', false)
