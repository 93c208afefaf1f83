// The contract of a database driver: statements on Sequelize's own connections, and its transactions. Only this folder uses it.
import type { Log } from '../../foundation/log.js'
import type { Row, RunResult, SqlParameter } from './statement.js'

export interface DriverOptions {
  readonly log: Log
  /** Connections at most, where the database has a server: half of them for units, half for statements outside of them. */
  readonly poolSize: number
  /** Milliseconds that a statement on a server may stay without an answer. */
  readonly patience: number
  /** Milliseconds after which a connection to a server is closed, between two units. */
  readonly connectionAge: number
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
  /**
   * After a roll-back: resolves once what the transaction has read is stored. Rejects, with what asks for a repetition, where it was
   * taken back. Absent where nobody reads what is not committed.
   */
  seen?(): Promise<void>
}

/** The rows of a table. */
export interface Selection {
  readonly table: string
  readonly columns: readonly string[]
  /** Among the columns: no two rows have the same, and none is NULL. */
  readonly key: readonly string[]
  /** A condition without parameters. */
  readonly where?: string
}

/** One moment of the database: all that is read through it belongs together, whoever writes meanwhile. */
export interface View {
  query<R extends object = Row>(sql: string, params?: readonly SqlParameter[]): Promise<R[]>
  /** The rows in the order of their keys, some at a time, so that memory never holds many and others get their turn. */
  rows(selection: Selection): AsyncIterable<readonly Row[]>
  end(): Promise<void>
}

/** How much a driver has to do at the moment. */
export interface DriverLoad {
  /** Connections that are open. */
  readonly open: number
  /** Of them, those that work for somebody. */
  readonly busy: number
  /** Units and statements that wait for a connection or for their turn to write. */
  readonly waiting: number
}

export interface Driver extends Session {
  load(): DriverLoad
  begin(): Promise<DriverTransaction>
  /** See `Database.view`. */
  view(): Promise<View>
  /** See `Database.backup`. */
  backup(): Promise<string | null>
  close(): Promise<void>
}
