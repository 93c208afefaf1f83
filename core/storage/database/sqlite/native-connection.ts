// A native, synchronous SQLite connection with a cache of prepared statements.
import { createRequire } from 'node:module'
import type { DatabaseSync, DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite'
import { createFastObject } from '../../../foundation/json.js'
import { createLruCache } from '../../../foundation/lru-cache.js'
import type { RunResult, SqlParameter } from '../dialect.js'

/** Cached prepared statements per connection. The service has fewer distinct statements. */
const maximumCachedStatements = 1000

interface SqliteModule {
  readonly DatabaseSync: typeof DatabaseSync
}

let loadedModule: SqliteModule | undefined

/** Node's built-in SQLite from 22.13, where it needs no flag; otherwise the package with the same interface. */
function loadSqliteModule(): SqliteModule {
  if (loadedModule) return loadedModule
  const require = createRequire(import.meta.url)
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const builtIn = major > 22 || (major === 22 && minor >= 13)
  if (!builtIn) return (loadedModule = require('@photostructure/sqlite') as SqliteModule)
  // Suppress the warning of Node 22 and 24 that the module is experimental: operators cannot act on it.
  const descriptor = Object.getOwnPropertyDescriptor(process, 'emitWarning')!
  Object.defineProperty(process, 'emitWarning', { ...descriptor, value: () => {} })
  try {
    return (loadedModule = require('node:sqlite') as SqliteModule)
  } finally {
    Object.defineProperty(process, 'emitWarning', descriptor)
  }
}

/** The column names of a row in order, and an empty row object with fast properties in V8. */
interface RowShape {
  readonly names: readonly string[]
  readonly empty: Readonly<Record<string, null>>
}

interface PreparedStatement {
  readonly statement: StatementSyncInstance
  /** null if the driver creates the row objects. */
  readonly shape: RowShape | null
  big: boolean
}

/**
 * Makes the statement return arrays, whose values fill copies of one template object. The driver would add property by property, and
 * beyond a dozen V8 stores the row and its copies as slow dictionaries. null for `*`, whose columns can change, and on old Node versions.
 */
function readRowShape(sql: string, statement: StatementSyncInstance): RowShape | null {
  const { columns, setReturnArrays } = statement as Partial<StatementSyncInstance>
  if (!columns || !setReturnArrays || sql.includes('*')) return null
  const names = statement.columns().map(({ name }) => name)
  statement.setReturnArrays(true)
  return { names, empty: createFastObject(names.map((name) => [name, null])) as RowShape['empty'] }
}

function createRowMapper({ names, empty }: RowShape): (values: readonly unknown[]) => object {
  return (values) => {
    const row: Record<string, unknown> = { ...empty }
    for (let place = 0; place < names.length; place++) row[names[place]!] = values[place]
    return row
  }
}

const createIndexPattern = /^\s*CREATE\s+(UNIQUE\s+)?INDEX\b/i

const isTooLargeError = (error: unknown): boolean => error instanceof Error && error.message.startsWith('Value is too large')

/** Converts bigints: integers beyond 2^53 to strings, all others to numbers. */
function convertBigInts<T extends object>(row: T): T {
  const values = row as Record<string, unknown>
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'bigint') values[name] = Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  }
  return row
}

export class NativeConnection {
  private readonly handle: DatabaseSyncInstance
  private readonly statements = createLruCache<string, PreparedStatement>(maximumCachedStatements)

  /** Opens or creates the file. Throws the driver's error. */
  constructor(path: string, busyTimeout: number) {
    this.handle = new (loadSqliteModule().DatabaseSync)(path, { timeout: busyTimeout, enableForeignKeyConstraints: true })
  }

  get inTransaction(): boolean {
    return this.handle.isTransaction
  }

  all(sql: string, params: readonly SqlParameter[]): object[] {
    const prepared = this.prepare(sql)
    const rows = this.readRows(prepared, params)
    return prepared.shape === null ? rows : (rows as (readonly unknown[])[]).map(createRowMapper(prepared.shape))
  }

  run(sql: string, params: readonly SqlParameter[]): RunResult {
    const { changes, lastInsertRowid } = this.prepare(sql).statement.run(...params)
    return { insertId: Number(lastInsertRowid), affected: changes }
  }

  exec(sql: string): void {
    this.handle.exec(sql)
  }

  /**
   * Stores the undo data of savepoints and statements in memory. By default SQLite writes changed pages to a temporary file as soon as
   * they exceed 64 KiB. Under load these were four of ten file writes.
   */
  storeUndoInMemory(): void {
    this.handle.exec('PRAGMA temp_store = MEMORY')
  }

  /**
   * Runs DDL. Building an index sorts the whole table, so it uses a temporary file. Exception: `temp_store` must not
   * change while the connection has temporary tables.
   */
  define(sql: string): void {
    if (!createIndexPattern.test(sql) || this.hasTemporaryTables()) return this.handle.exec(sql)
    this.handle.exec('PRAGMA temp_store = FILE')
    try {
      this.handle.exec(sql)
    } finally {
      this.storeUndoInMemory()
    }
  }

  private hasTemporaryTables(): boolean {
    return this.all("SELECT name FROM pragma_database_list WHERE name = 'temp'", []).length > 0
  }

  close(): void {
    this.statements.clear()
    this.handle.close()
  }

  /** Returns objects, or arrays of values if the statement has a shape. */
  private readRows(prepared: PreparedStatement, params: readonly SqlParameter[]): object[] {
    if (!prepared.big) {
      try {
        return prepared.statement.all(...params) as object[]
      } catch (error) {
        if (!isTooLargeError(error)) throw error
        prepared.statement.setReadBigInts(true)
        prepared.big = true
      }
    }
    return (prepared.statement.all(...params) as object[]).map(convertBigInts)
  }

  private prepare(sql: string): PreparedStatement {
    let prepared = this.statements.get(sql)
    if (!prepared) {
      const statement = this.handle.prepare(sql)
      prepared = { statement, shape: readRowShape(sql, statement), big: false }
      this.statements.set(sql, prepared)
    }
    return prepared
  }
}
