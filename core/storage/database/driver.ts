// The interface of a database driver: statements and transactions on Sequelize's connections. Only this folder uses it.
import type { Log } from '../../foundation/log.js'
import type { Row, RunResult, SqlParameter } from './statement.js'
import type { Options, Sequelize } from 'sequelize'

export interface DriverOptions {
  readonly log: Log
  /** Maximum number of connections to a database server: half for units, half for statements outside of units. */
  readonly poolSize: number
  /** Milliseconds after which an unanswered statement on a database server fails. */
  readonly patience: number
  /** Milliseconds after which a connection to a database server is closed, between two units. */
  readonly connectionAge: number
}

export interface SqlSession {
  query(sql: string, params: readonly SqlParameter[]): Promise<object[]>
  run(sql: string, params: readonly SqlParameter[]): Promise<RunResult>
  /** Runs a statement without preparing it: DDL, PRAGMA, SAVEPOINT. */
  execute(sql: string): Promise<void>
}

/** An open transaction on one of Sequelize's connections. */
export interface DriverTransaction extends SqlSession {
  commit(): Promise<void>
  /** Never throws. */
  rollback(): Promise<void>
  /**
   * After a roll-back: resolves once all rows that the transaction has read are committed. Rejects with a retryable error if they
   * were rolled back. Absent if the database never reads uncommitted rows.
   */
  waitForReadRows?(): Promise<void>
}

/** The rows of a table. */
export interface RowSelection {
  readonly table: string
  readonly columns: readonly string[]
  /** A unique key without NULL, part of `columns`. */
  readonly key: readonly string[]
  /** A condition without parameters. */
  readonly where?: string
}

/** A consistent snapshot of the database. Concurrent writes do not change it. */
export interface ReadView {
  query<R extends object = Row>(sql: string, params?: readonly SqlParameter[]): Promise<R[]>
  /** The rows in key order, in small batches. This bounds memory use and lets other work run between batches. */
  rows(selection: RowSelection): AsyncIterable<readonly Row[]>
  end(): Promise<void>
}

/** The current load of a driver. */
export interface DriverLoad {
  /** Open connections. */
  readonly open: number
  /** Connections in use. */
  readonly busy: number
  /** Units and statements that wait for a connection or for the turn to write. */
  readonly waiting: number
}

export interface Driver extends SqlSession {
  load(): DriverLoad
  begin(): Promise<DriverTransaction>
  /** See `Database.view`. */
  view(): Promise<ReadView>
  /** See `Database.backup`. */
  backup(): Promise<string | null>
  close(): Promise<void>
}

/** Loaded on demand: Sequelize takes 150 ms and 28 MB, and a process that only reads an SQLite file does not need it. */
export async function createSequelize(options: Options): Promise<Sequelize> {
  const { Sequelize: Constructor } = await import('sequelize')
  return new Constructor({ ...options, logging: false })
}
