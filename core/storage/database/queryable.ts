// A database outside of units, or an open unit: what everything that sends SQL is given.
import type { Dialect } from './dialect.js'
import type { QueryRunner, RunResult, SqlParameter } from './statement.js'

/** SQL is constant per shape: it is prepared once and kept. */
export interface Queryable extends QueryRunner {
  readonly dialect: Dialect
  /** Writes. Outside of a unit it is a transaction of its own, queued behind open units; never call it so from inside a unit. */
  run(sql: string, params?: readonly SqlParameter[]): Promise<RunResult>
}
