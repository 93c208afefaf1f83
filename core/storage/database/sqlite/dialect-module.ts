// Implements the parts of the sqlite3 package that Sequelize calls, on the service's own SQLite connections.
import type { RunResult, SqlParameter } from '../statement.js'
import type { SqliteFile } from './sqlite-file.js'
import type { NativeConnection } from './native-connection.js'

/** The error names that Sequelize expects, by SQLite's extended result code. */
const errorNames: Readonly<Record<number, string>> = {
  5: 'SQLITE_BUSY',
  787: 'SQLITE_CONSTRAINT_FOREIGNKEY',
  1555: 'SQLITE_CONSTRAINT_PRIMARYKEY',
  2067: 'SQLITE_CONSTRAINT_UNIQUE',
  2579: 'SQLITE_CONSTRAINT_PRIMARYKEY',
}

/** The `this` of callbacks. Sequelize reads `lastID` and `changes` from it. */
class CallbackContext {
  lastID = 0
  changes = 0
}
type Callback = (this: CallbackContext, error: Error | null, rows?: object[]) => void

/** A connection as Sequelize sees it. From BEGIN to COMMIT it uses the file's writing connection. */
export class SequelizeConnection {
  /** The transaction's id, set by Sequelize. */
  uuid: string | undefined
  private writer: NativeConnection | null = null
  /** Of the last transaction that was rolled back: see `DriverTransaction.seen`. */
  readRowsCommitted: Promise<void> = Promise.resolve()

  constructor(private readonly file: SqliteFile) {}

  async rows(sql: string, params: readonly SqlParameter[]): Promise<object[]> {
    if (!this.writer) return this.file.read(sql, params)
    if (this.file.isLate) await this.file.pause()
    return this.writer.all(sql, params)
  }

  async change(sql: string, params: readonly SqlParameter[]): Promise<RunResult> {
    if (!this.writer) return this.file.write(sql, params)
    if (this.file.isLate) await this.file.pause()
    return this.writer.run(sql, params)
  }

  async perform(sql: string): Promise<object[]> {
    if (/^BEGIN/i.test(sql)) await this.begin()
    else if (/^COMMIT/i.test(sql)) await this.commit()
    else if (/^ROLLBACK\s*(;|$)/i.test(sql)) this.rollback()
    else if (/^\s*(SELECT|WITH|PRAGMA|EXPLAIN)\b/i.test(sql)) return this.rows(sql, [])
    else if (this.writer) this.writer.define(sql)
    else await this.file.define(sql)
    return []
  }

  /** `serialize` of sqlite3. Statements always run in order here. */
  serialize(work: () => void): void {
    work()
  }

  all(sql: string, params: readonly SqlParameter[], callback: Callback): void {
    const work = params.length > 0 ? this.rows(sql, params) : this.perform(sql)
    this.answer(work, callback, () => new CallbackContext())
  }

  run(sql: string, params?: readonly SqlParameter[], callback?: Callback): void {
    const work = this.change(sql, params ?? [])
    this.answer(
      work.then(() => []),
      callback,
      async () => {
        const { insertId, affected } = await work
        return Object.assign(new CallbackContext(), { lastID: insertId, changes: affected })
      },
    )
  }

  /** Sequelize calls this when a transaction is over. */
  close(callback?: (error: Error | null) => void): void {
    this.rollback()
    callback?.(null)
  }

  async begin(): Promise<void> {
    this.writer = await this.file.begin()
  }

  /** Passes the transaction to the file's commit group, which completes it or rolls it back. */
  commit(): Promise<void> {
    if (!this.writer) return Promise.resolve()
    this.writer = null
    return this.file.commit()
  }

  private rollback(): void {
    if (!this.writer) return
    this.writer = null
    this.readRowsCommitted = this.file.rollback()
    // Prevents an unhandled rejection: `close` does not await it.
    this.readRowsCommitted.catch(() => undefined)
  }

  private answer(
    work: Promise<object[]>,
    callback: Callback | undefined,
    statement: () => CallbackContext | Promise<CallbackContext>,
  ): void {
    work.then(
      async (rows) => callback?.call(await statement(), null, rows),
      (error: unknown) => {
        const failure = error instanceof Error ? error : new Error(String(error))
        const code = 'errcode' in failure && typeof failure.errcode === 'number' ? errorNames[failure.errcode] : undefined
        callback?.call(new CallbackContext(), code ? Object.assign(failure, { code }) : failure)
      },
    )
  }
}

/** The driver module that Sequelize requires at start. It opens no connection through it. */
export const dialectModule = { OPEN_READWRITE: 2, OPEN_CREATE: 4 }
