// Opens the one database of an app from its URL; Sequelize owns the connections behind it.
import { ServiceError } from '../../foundation/errors.js'
import { type Log, silentLog } from '../../foundation/log.js'
import type { Dialect } from './dialect.js'
import { dialects } from './dialects/index.js'
import type { Driver, View } from './driver.js'
import { refusedForRoom } from './full.js'
import type { Queryable } from './queryable.js'
import type { Row, RunResult, SqlParameter } from './statement.js'

export interface DatabaseOptions {
  readonly log?: Log
  /** Connections at most, where the database has a server; 12 if left out. */
  readonly poolSize?: number
  /** Milliseconds that a statement on a server may stay without an answer; half a minute if left out. */
  readonly patience?: number
  /** Milliseconds after which a connection to a server is closed, and another one takes its place; two minutes if left out. */
  readonly connectionAge?: number
}

/** Whoever measures a database. */
export interface DatabaseWatch {
  /** A statement, or a COMMIT, was answered. */
  over(sql: string, seconds: number): void
  /** A unit is run again, because others were at the same rows. */
  repeated(): void
}

export interface Database extends Queryable {
  /** The URL without its password, for people. */
  readonly shownUrl: string
  readonly log: Log
  /** For unit.ts and migrations: what runs the statements. */
  readonly driver: Driver
  /** A statement outside of units that is not prepared: DDL, PRAGMA. */
  execute(sql: string): Promise<void>
  /** Calls back for every statement that callers send, before it runs; returns the end of it. For tests and benches. */
  observe(listener: (sql: string) => void): () => void
  /** What units report their statements to. */
  observed(sql: string): void
  /** Is told of all that ends from now on; returns the end of it. */
  watch(watch: DatabaseWatch): () => void
  /** Sends a statement, and tells those who watch how long that took. */
  timed<T>(sql: string, send: () => Promise<T>): Promise<T>
  /** What units report to when they are run again. */
  repeated(): void
  /** Copies an SQLite file beside itself and gives the copy's path; null where the database has a server or lives in memory. */
  backup(): Promise<string | null>
  /**
   * What the database holds at this moment, committed by then; writers go on beside it, but for a database in memory, where they
   * wait. End it.
   */
  view(): Promise<View>
  close(): Promise<void>
}

/** `mysql://svc:***@host/name`: a database URL as it may be shown and logged. */
export function maskUrl(url: string): string {
  return url.replace(/^([a-z]+:\/\/[^:@/]*:).*@/i, '$1***@')
}

/**
 * Opens `sqlite:<path>`, `sqlite::memory:` or `mysql://user:password@host:port/name` (domain §8).
 * Throws one clear sentence where the URL means nothing or the database does not answer.
 */
export async function openDatabase(url: string, options: DatabaseOptions = {}): Promise<Database> {
  const dialect = dialects.find((candidate) => candidate.accepts(url))
  if (!dialect) {
    const accepted = 'sqlite:<path>, sqlite::memory: or mysql://user:password@host:port/name'
    throw new ServiceError('NOT_READY', `The database URL '${maskUrl(url)}' is none that the service knows. Use ${accepted}.`)
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

function createDatabase(shownUrl: string, dialect: Dialect, driver: Driver, log: Log): Database {
  const listeners = new Set<(sql: string) => void>()
  const observed = (sql: string): void => {
    if (listeners.size > 0) for (const listener of listeners) listener(sql)
  }
  const watches = new Set<DatabaseWatch>()
  const timedBy = async <T>(sql: string, send: () => Promise<T>): Promise<T> => {
    const begun = performance.now()
    try {
      return await send()
    } finally {
      for (const watch of watches) watch.over(sql, (performance.now() - begun) / 1000)
    }
  }
  const timed = <T>(sql: string, send: () => Promise<T>): Promise<T> => (watches.size === 0 ? send() : timedBy(sql, send))
  return {
    shownUrl,
    dialect,
    driver,
    log,
    observed,
    timed,
    watch(watch) {
      watches.add(watch)
      return () => void watches.delete(watch)
    },
    repeated() {
      for (const watch of watches) watch.repeated()
    },
    query<R extends object = Row>(sql: string, params: readonly SqlParameter[] = []): Promise<R[]> {
      observed(sql)
      return timed(sql, () => driver.query(sql, params)) as Promise<R[]>
    },
    run(sql: string, params: readonly SqlParameter[] = []): Promise<RunResult> {
      observed(sql)
      return timed(sql, () => driver.run(sql, params)).catch((error: unknown) => {
        throw refusedForRoom(log, error)
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
