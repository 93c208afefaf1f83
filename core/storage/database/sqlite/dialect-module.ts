// The part of the sqlite3 package that Sequelize uses, on the service's own SQLite connections.
import { SystemError } from '../../../foundation/errors.js'
import type { RunResult, SqlParameter } from '../statement.js'
import type { NativeConnection } from './native-connection.js'
import type { SqliteFile } from './sqlite-file.js'

type Callback = (error: Error | null) => void

/** A transaction on the file's writing connection. */
export class SqliteTransaction {
  private isOpen = true
  /** After a roll-back: see `DriverTransaction.waitForReadRows`. */
  readRowsCommitted: Promise<void> = Promise.resolve()

  constructor(
    private readonly file: SqliteFile,
    private readonly writer: NativeConnection,
  ) {}

  async query(sql: string, params: readonly SqlParameter[]): Promise<object[]> {
    if (this.file.isLate) await this.file.pause()
    this.requireOpen()
    return this.writer.all(sql, params)
  }

  async run(sql: string, params: readonly SqlParameter[]): Promise<RunResult> {
    if (this.file.isLate) await this.file.pause()
    this.requireOpen()
    return this.writer.run(sql, params)
  }

  async execute(sql: string): Promise<void> {
    if (isQuery(sql)) await this.query(sql, [])
    else {
      this.requireOpen()
      this.writer.define(sql)
    }
  }

  /** A unit can end while one of its statements pauses. The statement would then be stored on its own. */
  private requireOpen(): void {
    if (!this.isOpen) throw new SystemError('A statement was sent in a transaction that has ended.')
  }

  /** Passes the transaction to the file's commit group, which completes it or rolls it back. */
  commit(): Promise<void> {
    this.isOpen = false
    return this.file.commit()
  }

  rollback(): void {
    if (!this.isOpen) return
    this.isOpen = false
    this.readRowsCommitted = this.file.rollback()
    // Prevents an unhandled rejection if no caller awaits it.
    this.readRowsCommitted.catch(() => undefined)
  }
}

/** The connection that Sequelize opens: it begins transactions on the file. */
export class SqliteConnection {
  constructor(private readonly file: SqliteFile) {}

  async begin(): Promise<SqliteTransaction> {
    return new SqliteTransaction(this.file, await this.file.begin())
  }

  /** Sequelize enables foreign keys on a new connection. `NativeConnection` has already done so. */
  run(_sql: string): void {}

  close(callback: Callback): void {
    callback(null)
  }
}

/** True for statements that return rows. */
export const isQuery = (sql: string): boolean => /^\s*(SELECT|WITH|PRAGMA|EXPLAIN)\b/i.test(sql)

/** The dialect module of one file, which is already open. */
export function createDialectModule(file: SqliteFile): object {
  return {
    OPEN_READWRITE: 2,
    OPEN_CREATE: 4,
    Database: class extends SqliteConnection {
      constructor(_path: string, _mode: number, callback: Callback) {
        super(file)
        queueMicrotask(() => callback(null))
      }
    },
  }
}
