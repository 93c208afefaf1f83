// The contract of a database driver: statements on Sequelize's own connections, and its transactions. Only this folder uses it.
import type { Log } from '../../ground/log.js'
import type { RunResult, SqlParameter } from './statement.js'

export interface DriverOptions {
  readonly log: Log
  /** Connections at most, where the database has a server. */
  readonly poolSize: number
}

export interface Session {
  query(sql: string, params: readonly SqlParameter[]): Promise<object[]>
  run(sql: string, params: readonly SqlParameter[]): Promise<RunResult>
  /** A statement that is not worth preparing, or cannot be: DDL, PRAGMA, SAVEPOINT. */
  execute(sql: string): Promise<void>
}

/** A transaction that Sequelize began. */
export interface DriverTransaction extends Session {
  commit(): Promise<void>
  /** Ends it without a trace; never throws. */
  rollback(): Promise<void>
}

export interface Driver extends Session {
  begin(): Promise<DriverTransaction>
  /** See `Database.backup`. */
  backup(): Promise<string | null>
  close(): Promise<void>
}
