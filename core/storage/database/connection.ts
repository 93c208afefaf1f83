// Opens the database of an app from its URL. Sequelize owns the connections.
import { ServiceError } from '../../foundation/errors.js'
import { createMessage } from '../../foundation/message.js'
import { type Log, silentLog } from '../../foundation/log.js'
import type { Dialect, Queryable, Row, RunResult, SqlParameter, Driver, ReadView } from './dialect.js'
import { toDiskFullError } from './database-errors.js'
import { mysql } from './mysql/dialect.js'
import { sqlite } from './sqlite/dialect.js'

const dialects: readonly Dialect[] = [sqlite, mysql]

export interface DatabaseOptions {
  readonly log?: Log
  /** Maximum number of connections to a database server. Default 12. */
  readonly poolSize?: number
  /** Milliseconds after which an unanswered statement on a database server fails. Default 30,000. */
  readonly patience?: number
  /** Milliseconds after which a connection to a database server is closed and replaced. Default 120,000. */
  readonly connectionAge?: number
}

/** A listener that measures a database. */
export interface DatabaseMonitor {
  /** A statement or a COMMIT has finished, successfully or not. */
  onStatementEnd(sql: string, seconds: number): void
  /** A unit runs again after a conflict or a lost connection. */
  onRetry(): void
}

export interface Database extends Queryable {
  /** The URL with its password masked, for messages and logs. */
  readonly maskedUrl: string
  readonly log: Log
  /** The driver that runs the statements. Used by units and migrations. */
  readonly driver: Driver
  /** Runs a statement outside of units that is not prepared: DDL, PRAGMA. */
  execute(sql: string): Promise<void>
  /** Calls `listener` before each statement of a caller runs. Returns the unsubscribe function. For tests and benchmarks. */
  observe(listener: (sql: string) => void): () => void
  /** Units report their statements here. */
  reportStatement(sql: string): void
  /** Adds a listener. Returns the unsubscribe function. */
  watch(watch: DatabaseMonitor): () => void
  /** Sends a statement and reports its duration to the listeners. */
  measureStatement<T>(sql: string, send: () => Promise<T>): Promise<T>
  /** Units report here that they run again. */
  reportRetry(): void
  /** Copies an SQLite file into its own folder and returns the copy's path; null for a database server or an in-memory database. */
  backup(): Promise<string | null>
  /** A snapshot of the committed data. Writers continue, except on an in-memory database, where they wait. The caller must end it. */
  view(): Promise<ReadView>
  close(): Promise<void>
}

/** Masks the password of a database URL for messages and logs: `mysql://svc:***@host/name`. */
export function maskUrl(url: string): string {
  return url.replace(/^([a-z]+:\/\/[^:@/]*:).*@/i, '$1***@')
}

/**
 * Opens `sqlite:<path>`, `sqlite::memory:` or `mysql://user:password@host:port/name`.
 * Throws NOT_READY if the URL is invalid or the database cannot be opened.
 */
export async function openDatabase(url: string, options: DatabaseOptions = {}): Promise<Database> {
  const dialect = dialects.find((candidate) => candidate.accepts(url))
  if (!dialect) {
    const values = { url: maskUrl(url), values: createMessage('boot.databaseUrls') }
    throw new ServiceError('NOT_READY', createMessage('boot.databaseUrlUnsupported', values))
  }
  const log = options.log ?? silentLog
  const { poolSize = 12, patience = 30_000, connectionAge = 120_000 } = options
  const driver = await dialect.connect(url, { log, poolSize, patience, connectionAge })
  const reader = createDatabase(maskUrl(url), dialect, driver, log)
  if (!dialect.adapt) return reader
  try {
    return createDatabase(maskUrl(url), await dialect.adapt(reader), driver, log)
  } catch (error) {
    await driver.close()
    throw error
  }
}

function createDatabase(maskedUrl: string, dialect: Dialect, driver: Driver, log: Log): Database {
  const listeners = new Set<(sql: string) => void>()
  const observed = (sql: string): void => {
    if (listeners.size > 0) for (const listener of listeners) listener(sql)
  }
  const watches = new Set<DatabaseMonitor>()
  const timedBy = async <T>(sql: string, send: () => Promise<T>): Promise<T> => {
    const started = performance.now()
    try {
      return await send()
    } finally {
      for (const watch of watches) watch.onStatementEnd(sql, (performance.now() - started) / 1000)
    }
  }
  const timed = <T>(sql: string, send: () => Promise<T>): Promise<T> => (watches.size === 0 ? send() : timedBy(sql, send))
  return {
    maskedUrl,
    dialect,
    driver,
    log,
    reportStatement: observed,
    measureStatement: timed,
    watch(watch) {
      watches.add(watch)
      return () => void watches.delete(watch)
    },
    reportRetry() {
      for (const watch of watches) watch.onRetry()
    },
    query<R extends object = Row>(sql: string, params: readonly SqlParameter[] = []): Promise<R[]> {
      observed(sql)
      return timed(sql, () => driver.query(sql, params)) as Promise<R[]>
    },
    run(sql: string, params: readonly SqlParameter[] = []): Promise<RunResult> {
      observed(sql)
      return timed(sql, () => driver.run(sql, params)).catch((error: unknown) => {
        throw toDiskFullError(log, error)
      })
    },
    execute(sql) {
      observed(sql)
      return driver.execute(sql)
    },
    observe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    backup: () => driver.backup(),
    view: () => driver.view(),
    close: () => driver.close(),
  }
}
