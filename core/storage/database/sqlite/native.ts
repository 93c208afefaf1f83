// One native SQLite connection with its cache of prepared statements; everything in it is synchronous.
import { createRequire } from 'node:module'
import type { DatabaseSync, DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite'
import { createRecent } from '../../../ground/recent.js'
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

interface Prepared {
  readonly statement: StatementSyncInstance
  big: boolean
}

const tooLarge = (error: unknown): boolean => error instanceof Error && error.message.startsWith('Value is too large')

/** Integers beyond 2^53 as strings, all others as numbers. */
function plain(row: object): object {
  const values = row as Record<string, unknown>
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'bigint') values[name] = Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  }
  return row
}

export class NativeConnection {
  private readonly handle: DatabaseSyncInstance
  private readonly statements = createRecent<string, Prepared>(keptStatements)

  /** Opens the file, creating it. Throws the driver's error where it cannot. */
  constructor(path: string, busyTimeout: number) {
    this.handle = new (sqliteModule().DatabaseSync)(path, { timeout: busyTimeout, enableForeignKeyConstraints: true })
  }

  get inTransaction(): boolean {
    return this.handle.isTransaction
  }

  all(sql: string, params: readonly SqlParameter[]): object[] {
    const prepared = this.prepare(sql)
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

  run(sql: string, params: readonly SqlParameter[]): RunResult {
    const { changes, lastInsertRowid } = this.prepare(sql).statement.run(...params)
    return { insertId: Number(lastInsertRowid), affected: changes }
  }

  exec(sql: string): void {
    this.handle.exec(sql)
  }

  close(): void {
    this.statements.clear()
    this.handle.close()
  }

  private prepare(sql: string): Prepared {
    let prepared = this.statements.get(sql)
    if (!prepared) {
      prepared = { statement: this.handle.prepare(sql), big: false }
      this.statements.set(sql, prepared)
    }
    return prepared
  }
}
