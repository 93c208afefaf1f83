// The differences between SQLite and MySQL, as data and SQL text, and the interface for sending SQL. Both quote names with backticks.
import type { Column } from '../../foundation/property/kind.js'
import type { Table } from '../../foundation/table.js'
import type { Driver, DriverOptions } from './driver.js'
import type { QueryRunner, RunResult, SqlParameter } from './statement.js'

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
  /** Writes. Outside of a unit it is its own transaction and waits for open units: inside a unit, call it on the unit only. */
  run(sql: string, params?: readonly SqlParameter[]): Promise<RunResult>
}
