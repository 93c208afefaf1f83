// One native SQLite connection with its cache of prepared statements; everything in it is synchronous.
import { createRequire } from 'node:module'
import type { DatabaseSync, DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite'
import { createFastObject } from '../../../foundation/fast-object.js'
import { createLruCache } from '../../../foundation/lru-cache.js'
import type { RunResult, SqlParameter } from '../statement.js'

/** Statements kept prepared per connection; shapes are few, so that this holds them all. */
const keptStatements = 1000

interface SqliteModule {
  readonly DatabaseSync: typeof DatabaseSync
}

let loaded: SqliteModule | undefined

/** Node's own SQLite where it has one without a flag (22.13), else the package with the same interface. */
function sqliteModule(): SqliteModule {
  if (loaded) return loaded
  const require = createRequire(import.meta.url)
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const builtIn = major > 22 || (major === 22 && minor >= 13)
  if (!builtIn) return (loaded = require('@photostructure/sqlite') as SqliteModule)
  // Node 22 and 24 say once on stderr that the module is experimental; nobody who runs the service can act on that.
  const held = Object.getOwnPropertyDescriptor(process, 'emitWarning')!
  Object.defineProperty(process, 'emitWarning', { ...held, value: () => {} })
  try {
    return (loaded = require('node:sqlite') as SqliteModule)
  } finally {
    Object.defineProperty(process, 'emitWarning', held)
  }
}

/** How rows look: the names of their columns in order, and one without values that V8 keeps fast. */
interface Shape {
  readonly names: readonly string[]
  readonly empty: Readonly<Record<string, null>>
}

interface Prepared {
  readonly statement: StatementSyncInstance
  /** null where the driver makes objects of rows itself. */
  readonly shape: Shape | null
  big: boolean
}

/**
 * Asks for rows as bare values, from which copies of one object are filled: the driver adds column by column, and beyond a dozen of them V8 makes
 * slow dictionaries of the row and of each copy. Not where columns may come and go (`*`), nor where Node's own SQLite is too old for it.
 */
function shapeOf(sql: string, statement: StatementSyncInstance): Shape | null {
  const { columns, setReturnArrays } = statement as Partial<StatementSyncInstance>
  if (!columns || !setReturnArrays || sql.includes('*')) return null
  const names = statement.columns().map(({ name }) => name)
  statement.setReturnArrays(true)
  return { names, empty: createFastObject(names.map((name) => [name, null])) as Shape['empty'] }
}

function shaped({ names, empty }: Shape): (values: readonly unknown[]) => object {
  return (values) => {
    const row: Record<string, unknown> = { ...empty }
    for (let place = 0; place < names.length; place++) row[names[place]!] = values[place]
    return row
  }
}

const buildsIndex = /^\s*CREATE\s+(UNIQUE\s+)?INDEX\b/i

const tooLarge = (error: unknown): boolean => error instanceof Error && error.message.startsWith('Value is too large')

/** Integers beyond 2^53 as strings, all others as numbers. */
function plain<T extends object>(row: T): T {
  const values = row as Record<string, unknown>
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'bigint') values[name] = Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  }
  return row
}

export class NativeConnection {
  private readonly handle: DatabaseSyncInstance
  private readonly statements = createLruCache<string, Prepared>(keptStatements)

  /** Opens the file, creating it. Throws the driver's error where it cannot. */
  constructor(path: string, busyTimeout: number) {
    this.handle = new (sqliteModule().DatabaseSync)(path, { timeout: busyTimeout, enableForeignKeyConstraints: true })
  }

  get inTransaction(): boolean {
    return this.handle.isTransaction
  }

  all(sql: string, params: readonly SqlParameter[]): object[] {
    const prepared = this.prepare(sql)
    const rows = this.rowsOf(prepared, params)
    return prepared.shape === null ? rows : (rows as (readonly unknown[])[]).map(shaped(prepared.shape))
  }

  run(sql: string, params: readonly SqlParameter[]): RunResult {
    const { changes, lastInsertRowid } = this.prepare(sql).statement.run(...params)
    return { insertId: Number(lastInsertRowid), affected: changes }
  }

  exec(sql: string): void {
    this.handle.exec(sql)
  }

  /**
   * Keeps in memory what a savepoint, or a statement that may fail halfway, needs to be taken back: SQLite writes the pages that they change
   * into a temporary file as soon as those are more than 64 KiB, and under load that was four of ten writes.
   */
  undoInMemory(): void {
    this.handle.exec('PRAGMA temp_store = MEMORY')
  }

  /**
   * Runs a statement that changes tables. An index is built by sorting all of its table, for which a temporary file is the place; not where the
   * transaction has temporary tables, whose place stays what it is.
   */
  define(sql: string): void {
    if (!buildsIndex.test(sql) || this.hasTemporaryTables()) return this.handle.exec(sql)
    this.handle.exec('PRAGMA temp_store = FILE')
    try {
      this.handle.exec(sql)
    } finally {
      this.undoInMemory()
    }
  }

  private hasTemporaryTables(): boolean {
    return this.all("SELECT name FROM pragma_database_list WHERE name = 'temp'", []).length > 0
  }

  close(): void {
    this.statements.clear()
    this.handle.close()
  }

  /** Objects, or bare values where the statement has a shape. */
  private rowsOf(prepared: Prepared, params: readonly SqlParameter[]): object[] {
    if (!prepared.big) {
      try {
        return prepared.statement.all(...params) as object[]
      } catch (error) {
        if (!tooLarge(error)) throw error
        prepared.statement.setReadBigInts(true)
        prepared.big = true
      }
    }
    return (prepared.statement.all(...params) as object[]).map(plain)
  }

  private prepare(sql: string): Prepared {
    let prepared = this.statements.get(sql)
    if (!prepared) {
      const statement = this.handle.prepare(sql)
      prepared = { statement, shape: shapeOf(sql, statement), big: false }
      this.statements.set(sql, prepared)
    }
    return prepared
  }
}
