// The interface for sending SQL, implemented by the database (outside of units) and by an open unit.
import type { Dialect } from './dialect.js'
import type { QueryRunner, RunResult, SqlParameter } from './statement.js'

/** Statements are prepared once and cached by SQL text: pass values as parameters. */
export interface Queryable extends QueryRunner {
  readonly dialect: Dialect
  /** Writes. Outside of a unit it is its own transaction and waits for open units: inside a unit, call it on the unit only. */
  run(sql: string, params?: readonly SqlParameter[]): Promise<RunResult>
}
