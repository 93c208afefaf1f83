// What differs between the databases, as data and SQL text. Names are quoted with backticks on both.
import type { Column } from '../../foundation/property/kind.js'
import type { Table } from '../../foundation/table.js'
import type { Driver, DriverOptions } from './driver.js'
import type { QueryRunner } from './statement.js'

/** A column as the database itself reports it, reduced to what both can say. */
export interface RealColumn {
  /** The declared type in the database's own words, normalised. */
  readonly type: string
  readonly nullable: boolean
}

export interface RealIndex {
  readonly columns: readonly string[]
  readonly unique: boolean
}

/** A table as the database itself reports it. */
export interface RealTable {
  readonly columns: ReadonlyMap<string, RealColumn>
  readonly primaryKey: readonly string[]
  /** By name; the primary key is not among them. */
  readonly indexes: ReadonlyMap<string, RealIndex>
}

/** How tables that came from elsewhere get the charset and collation of those that are created here. */
export interface CharsetConversion {
  /** The default collation of a conforming table, `utf8mb4_unicode_ci`; its own columns compare byte by byte. */
  readonly collation: string
  /** The default collation of every table, by name. */
  defaults(on: QueryRunner): Promise<ReadonlyMap<string, string>>
  /** Converts the table's default and each of its texts to the declared type in one step: keys that differ by case stay apart. */
  convert(table: Table): string
}

export interface Dialect {
  readonly name: 'sqlite' | 'mysql'
  /** True for the URLs that it opens. */
  accepts(url: string): boolean
  connect(url: string, options: DriverOptions): Promise<Driver>
  /** The dialect as the connected server speaks it, where servers differ. */
  adapt?(on: QueryRunner): Promise<Dialect>

  /** Locks the rows of a SELECT until the unit ends: `SELECT … ${forUpdate}`. */
  readonly forUpdate: string
  /** Keeps the rows of a SELECT from being changed or deleted by others until the unit ends. */
  readonly forShare: string
  /** A whole number that an UPDATE of one row assigns, so that it is told as `insertId`; null where such a value has to be read. */
  readonly told: ((expression: string) => string) | null
  /** Ends an INSERT of new rows that is to tell their ids, in no particular order; null where the server has no such words. */
  readonly tellingIds: string | null
  /** True where the ids of an INSERT of several rows follow each other, and the last of them is told as `insertId`. */
  readonly idsFollow: boolean
  /** The value that an INSERT wanted to write, inside an upsert's assignments. */
  incoming(column: string): string
  /** `INSERT` of that many rows that leaves alone the ones whose key exists; `affected` says nothing then. */
  insertMissing(table: string, columns: readonly string[], key: readonly string[], rows?: number): string
  /** `INSERT` of that many rows; where the key exists, the assignments (SQL, see `incoming`) instead. */
  upsert(table: string, columns: readonly string[], key: readonly string[], assignments: string, rows?: number): string

  /** True where DDL takes part in a transaction; where not, it commits by itself. */
  readonly transactionalDdl: boolean
  /** The column's type with NULL or NOT NULL. */
  columnType(column: Column): string
  /** What `readTables` reports as the type of such a column. */
  reportedType(column: Column): string
  /** What `readTables` reports as the type of an id that counts up by itself. */
  readonly autoIncrementType: string
  /** Creates the table unless it is there; its indexes follow by `createIndex`. */
  createTable(table: Table): string
  addColumn(table: string, name: string, column: Column): string
  /** `columns` of the table that the index covers; long texts are indexed by their beginning. */
  createIndex(table: string, columns: readonly string[], unique: boolean, types: Readonly<Record<string, Column>>): string
  dropIndex(table: string, name: string): string
  /** What the tables really are, by name, in a bounded number of statements; one of them where a name is given. */
  readTables(on: QueryRunner, table?: string): Promise<Map<string, RealTable>>

  /** By table the id that its next record would get, where that is not 1. `on` may be a view. */
  nextIds(on: Pick<QueryRunner, 'query'>): Promise<ReadonlyMap<string, number>>
  /** Lets the ids of a table that counts up begin with this one; statements to run one by one. */
  setNextId(table: string, id: number): readonly string[]

  /** null where the database knows only one charset. */
  readonly charset: CharsetConversion | null

  /** True for deadlocks, lock timeouts and certification failures: run the unit again. */
  isRetryable(error: unknown): boolean
  /** True where a unique key or primary key refused the row. */
  isDuplicate(error: unknown): boolean
}

const quoted = new Map<string, string>()

/** A name in backticks; names come from the registry or from declarations, and are refused if they could be anything else. */
export function quote(name: string): string {
  const known = quoted.get(name)
  if (known !== undefined) return known
  if (!/^[a-z_][a-z0-9_]*$/i.test(name)) throw new TypeError(`'${name}' is not a name of a table or column.`)
  quoted.set(name, `\`${name}\``)
  return `\`${name}\``
}

export function quoteAll(names: readonly string[]): string {
  return names.map(quote).join(', ')
}

/** Rows of an INSERT whose text is kept; the texts of one record are fewer. */
const keptRows = 64
/** By the list of columns, which callers keep, then by table and rows. */
const inserts = new WeakMap<readonly string[], Map<string, string>>()

/** `INSERT INTO t (a, b) VALUES (?, ?), (?, ?)` for that many rows. */
export function insertRows(table: string, columns: readonly string[], rows = 1): string {
  const texts = inserts.get(columns) ?? new Map<string, string>()
  const key = `${table} ${rows}`
  const known = texts.get(key)
  if (known !== undefined) return known
  const values = `(${columns.map(() => '?').join(', ')})`
  const sql = `INSERT INTO ${quote(table)} (${quoteAll(columns)}) VALUES ${Array<string>(rows).fill(values).join(', ')}`
  if (rows <= keptRows) inserts.set(columns, texts.set(key, sql))
  return sql
}
