// Sends SQL: statements and results, the interface of a driver, helpers for SQL text, and the differences between SQLite and MySQL. Both quote names with backticks.
import type { Column } from '../../foundation/property/kind.js'
import type { Table } from '../../foundation/table.js'
import type { Log } from '../../foundation/log.js'

export interface DriverOptions {
  readonly log: Log
  /** Maximum number of connections to a database server: half for units, half for statements outside of units. */
  readonly poolSize: number
  /** Milliseconds after which an unanswered statement on a database server fails. */
  readonly patience: number
  /** Milliseconds after which a connection to a database server is closed, between two units. */
  readonly connectionAge: number
}

export interface SqlSession {
  query(sql: string, params: readonly SqlParameter[]): Promise<object[]>
  run(sql: string, params: readonly SqlParameter[]): Promise<RunResult>
  /** Runs a statement without preparing it: DDL, PRAGMA, SAVEPOINT. */
  execute(sql: string): Promise<void>
}

/** An open transaction on one of Sequelize's connections. */
export interface DriverTransaction extends SqlSession {
  commit(): Promise<void>
  /** Never throws. */
  rollback(): Promise<void>
  /**
   * After a roll-back: resolves once all rows that the transaction has read are committed. Rejects with a retryable error if they
   * were rolled back. Absent if the database never reads uncommitted rows.
   */
  waitForReadRows?(): Promise<void>
}

/** The rows of a table. */
export interface RowSelection {
  readonly table: string
  readonly columns: readonly string[]
  /** A unique key without NULL, part of `columns`. */
  readonly key: readonly string[]
  /** A condition without parameters. */
  readonly where?: string
}

/** A consistent snapshot of the database. Concurrent writes do not change it. */
export interface ReadView {
  query<R extends object = Row>(sql: string, params?: readonly SqlParameter[]): Promise<R[]>
  /** The rows in key order, in small batches. This bounds memory use and lets other work run between batches. */
  rows(selection: RowSelection): AsyncIterable<readonly Row[]>
  end(): Promise<void>
}

/** The current load of a driver. */
export interface DriverLoad {
  /** Open connections. */
  readonly open: number
  /** Connections in use. */
  readonly busy: number
  /** Units and statements that wait for a connection or for the turn to write. */
  readonly waiting: number
}

export interface Driver extends SqlSession {
  load(): DriverLoad
  begin(): Promise<DriverTransaction>
  /** See `Database.view`. */
  view(): Promise<ReadView>
  /** See `Database.backup`. */
  backup(): Promise<string | null>
  close(): Promise<void>
}

/** A column value. Integers beyond 2^53 are strings, to keep all digits. */
export type SqlValue = string | number | null
export type SqlParameter = string | number | bigint | null
export type Row = Readonly<Record<string, SqlValue>>

/** A row of an entity's table. */
export interface RecordRow {
  readonly id: number
  readonly revision: number
  readonly [column: string]: SqlValue
}

export interface RunResult {
  /** The id from a one-row INSERT, or the value of `Dialect.told`. Meaningless after other statements. */
  readonly insertId: number
  /** Matched rows, changed or not. */
  readonly affected: number
}

/** A source of query results: a database, a unit or a view. */
export interface QueryRunner {
  /** Reads. Outside of a unit it sees committed rows only and may not write. */
  query<R extends object = Row>(sql: string, params?: readonly SqlParameter[]): Promise<R[]>
}

/** `(?, ?, ?)`: a value list of that many parameters. */
export function toParameterList(count: number): string {
  return `(${'?, '.repeat(count - 1)}?)`
}

/**
 * The right side of `IN`. The list is padded to the next power of two by repeating the last value: lists of any length then
 * share few prepared statements. An empty list matches nothing.
 */
export function toInList(values: readonly SqlParameter[]): { readonly sql: string; readonly params: readonly SqlParameter[] } {
  if (values.length === 0) return { sql: '(NULL)', params: [] }
  let size = 1
  while (size < values.length) size *= 2
  const last = values.at(-1)!
  return { sql: toParameterList(size), params: [...values, ...Array<SqlParameter>(size - values.length).fill(last)] }
}

/** Splits the values of an `IN` list into portions that fit one statement on every database. */
export function splitIntoPortions<T>(values: readonly T[], size = 8_192): readonly (readonly T[])[] {
  if (values.length <= size) return [values]
  return Array.from({ length: Math.ceil(values.length / size) }, (_, index) => values.slice(index * size, (index + 1) * size))
}

/** A column as the database reports it, reduced to the properties that both databases report. */
export interface ExistingColumn {
  /** The declared type as the database spells it, normalized. */
  readonly type: string
  readonly nullable: boolean
}

export interface ExistingIndex {
  readonly columns: readonly string[]
  readonly unique: boolean
}

/** A table as the database reports it. */
export interface ExistingTable {
  readonly columns: ReadonlyMap<string, ExistingColumn>
  readonly primaryKey: readonly string[]
  /** By name, without the primary key. */
  readonly indexes: ReadonlyMap<string, ExistingIndex>
}

/** Converts imported tables to the charset and collation of newly created tables. */
export interface CharsetConversion {
  /** The default collation of a conforming table, `utf8mb4_unicode_ci`. Its declared columns use a byte collation instead. */
  readonly collation: string
  /** The default collation of every table, by name. */
  defaults(on: QueryRunner): Promise<ReadonlyMap<string, string>>
  /** Converts the table's default and all text columns to the declared types in one step. Keys that differ by case stay distinct. */
  convert(table: Table): string
}

export interface Dialect {
  readonly name: 'sqlite' | 'mysql'
  /** True for URLs of this database. */
  accepts(url: string): boolean
  connect(url: string, options: DriverOptions): Promise<Driver>
  /** Adapts the dialect to the connected server's version. */
  adapt?(on: QueryRunner): Promise<Dialect>

  /** Locks the rows of a SELECT until the unit ends: `SELECT … ${forUpdate}`. */
  readonly forUpdate: string
  /** Prevents other units from changing or deleting the rows of a SELECT until the unit ends. */
  readonly forShare: string
  /** Wraps an integer that an UPDATE of one row assigns, so `insertId` returns it; null if a SELECT has to read the value. */
  readonly returnAsInsertId: ((expression: string) => string) | null
  /** The clause that makes an INSERT return the new ids, in no particular order; null if the server has no such clause. */
  readonly returningClause: string | null
  /** True if an INSERT of several rows assigns consecutive ids and returns the last one as `insertId`. */
  readonly hasConsecutiveIds: boolean
  /** The inserted value of the column, for use in an upsert's assignments. */
  incoming(column: string): string
  /** `INSERT` of that many rows that skips rows whose key exists. `affected` is then meaningless. */
  insertMissing(table: string, columns: readonly string[], key: readonly string[], rows?: number): string
  /** `INSERT` of that many rows. For an existing key, runs the assignments instead (SQL, see `incoming`). */
  upsert(table: string, columns: readonly string[], key: readonly string[], assignments: string, rows?: number): string

  /** True if DDL is part of the transaction. Otherwise it commits implicitly. */
  readonly transactionalDdl: boolean
  /** The column's SQL type with NULL or NOT NULL. */
  columnType(column: Column): string
  /** The type that `readTables` reports for such a column. */
  reportedType(column: Column): string
  /** The type that `readTables` reports for an auto-increment id. */
  readonly autoIncrementType: string
  /** Creates the table unless it exists, without its indexes: see `createIndex`. */
  createTable(table: Table): string
  addColumn(table: string, name: string, column: Column): string
  /** The index covers `columns`. MySQL indexes only the beginning of long texts. */
  createIndex(table: string, columns: readonly string[], unique: boolean, types: Readonly<Record<string, Column>>): string
  dropIndex(table: string, name: string): string
  /** Reads the existing tables, by name, in a constant number of statements. Reads one table if `table` is set. */
  readTables(on: QueryRunner, table?: string): Promise<Map<string, ExistingTable>>

  /** The next auto-increment id by table, without tables whose next id is 1. `on` may be a view. */
  nextIds(on: Pick<QueryRunner, 'query'>): Promise<ReadonlyMap<string, number>>
  /** Statements that set the next auto-increment id of a table. Run them one by one. */
  setNextId(table: string, id: number): readonly string[]

  /** null if the database has only one charset. */
  readonly charset: CharsetConversion | null

  /**
   * A condition that is true if the text contains a character of each class in a row. `text` is an SQL expression, and a class lists
   * characters and ranges, `a-z`.
   */
  containsRun(text: string, classes: readonly string[]): string

  /** True for deadlocks, lock timeouts and certification failures: run the unit again. */
  isRetryable(error: unknown): boolean
  /** True if a unique key or primary key rejected the row. */
  isDuplicate(error: unknown): boolean
}

const quotedNames = new Map<string, string>()

/** A table or column name in backticks. Names come from the registry or from declarations. Throws a TypeError for other characters. */
export function quoteName(name: string): string {
  const quotedName = quotedNames.get(name)
  if (quotedName !== undefined) return quotedName
  if (!/^[a-z_][a-z0-9_]*$/i.test(name)) throw new TypeError(`'${name}' is not a valid name of a table or column.`)
  quotedNames.set(name, `\`${name}\``)
  return `\`${name}\``
}

export function quoteColumns(names: readonly string[]): string {
  return names.map(quoteName).join(', ')
}

/** Maximum rows of an INSERT whose SQL text is cached. The texts of one record need fewer. */
const maximumCachedRows = 64
/** SQL texts by column list (callers reuse the array), then by table and number of rows. */
const insertCache = new WeakMap<readonly string[], Map<string, string>>()

/** `INSERT INTO t (a, b) VALUES (?, ?), (?, ?)` for that many rows. */
export function insertRows(table: string, columns: readonly string[], rows = 1): string {
  const texts = insertCache.get(columns) ?? new Map<string, string>()
  const key = `${table} ${rows}`
  const cachedSql = texts.get(key)
  if (cachedSql !== undefined) return cachedSql
  const values = `(${columns.map(() => '?').join(', ')})`
  const sql = `INSERT INTO ${quoteName(table)} (${quoteColumns(columns)}) VALUES ${Array<string>(rows).fill(values).join(', ')}`
  if (rows <= maximumCachedRows) insertCache.set(columns, texts.set(key, sql))
  return sql
}

/** Statements are prepared once and cached by SQL text: pass values as parameters. */
export interface Queryable extends QueryRunner {
  readonly dialect: Dialect
  /** True for an open unit. */
  readonly isUnit?: boolean
  /** Writes. Outside of a unit it is its own transaction and waits for open units: inside a unit, call it on the unit only. */
  run(sql: string, params?: readonly SqlParameter[]): Promise<RunResult>
}
