// The unit of work: the only way to run a transaction. Its closure may run several times, so its only I/O is SQL through the unit.
import { setTimeout as sleep } from 'node:timers/promises'
import { SystemError } from '../../foundation/errors.js'
import type { Database } from '../database/connection.js'
import { ConnectionLostError, createTooBusyError, toDiskFullError } from '../database/database-errors.js'
import type { Dialect, Queryable, Row, RunResult, SqlParameter, DriverTransaction } from '../database/dialect.js'
import { ChangeSet, IdentityMap } from './identity-map.js'
import type { Log } from '../../foundation/log.js'

class AfterCommit {
  private readonly functions: (() => void | Promise<void>)[] = []

  add(fn: () => void | Promise<void>): void {
    this.functions.push(fn)
  }

  /** Runs the functions in the order of their addition. A failure is only logged. */
  async run(log: Log): Promise<void> {
    for (const fn of this.functions) {
      try {
        await fn()
      } catch (error) {
        log.error({ err: error }, 'A function that runs after a commit failed. The commit is not affected.')
      }
    }
  }

  /** Returns a function that drops everything added since this call. */
  createRestorePoint(): () => void {
    const count = this.functions.length
    return () => {
      this.functions.length = count
    }
  }
}

/** Maximum runs of a closure, the first included, when deadlocks, lock timeouts or certification failures end them. */
const maximumAttempts = 10
/**
 * Maximum runs while their total time is at most `quick`. When processes place orders on different nodes of a cluster, four of ten
 * runs conflict at the sequence row. With ten runs, one order in several thousand still failed.
 */
const maximumQuickAttempts = 20
/** Total milliseconds of all runs up to which they count as quick. */
const quickTime = 5_000
/** Maximum runs when the connection is lost. The next run uses another cluster node, or the restarted server. */
const maximumInterruptions = 3

export interface Unit extends Queryable {
  readonly database: Database
  /** True if this unit or an enclosing one is rolled back at its end. */
  readonly dryRun: boolean
  /** The records that the transaction has locked or written. An inner dry run has its own. */
  readonly identityMap: IdentityMap
  /** The changes of the transaction so far. */
  readonly changeSet: ChangeSet
  /** Runs `fn` once after the outermost commit, in call order; never after a roll-back. A failure is only logged. */
  afterCommit(fn: () => void | Promise<void>): void
  /** Inserts that many new rows. Returns their ids in ascending order; null if the server does not return them. */
  insert(sql: string, params: readonly SqlParameter[], rows: number): Promise<readonly number[] | null>
  /** Runs a statement that is not prepared: DDL. On MySQL it commits implicitly. */
  execute(sql: string): Promise<void>
}

export interface UnitOptions {
  /** Runs the closure, then rolls back: nothing is stored, and no `afterCommit` function runs. */
  readonly dryRun?: boolean
}

/** The state shared by all units of one transaction. */
interface TransactionState {
  readonly database: Database
  readonly transaction: DriverTransaction
  readonly afterCommit: AfterCommit
  readonly changeSet: ChangeSet
  writes: number
  savepoints: number
  open: boolean
  /** The error of a joined unit that failed after it had written. The outer unit must not commit its partial writes. */
  joinedUnitError: unknown
  /** The error with which the database rolled the transaction back. Later statements run in another transaction. */
  rollbackError: unknown
}

class OpenUnit implements Unit {
  readonly isUnit = true
  readonly dialect: Dialect
  readonly identityMap: IdentityMap
  constructor(
    readonly frame: TransactionState,
    readonly dryRun: boolean,
  ) {
    this.dialect = frame.database.dialect
    this.identityMap = new IdentityMap(this, frame.changeSet)
  }

  get changeSet(): ChangeSet {
    return this.frame.changeSet
  }

  get database(): Database {
    return this.frame.database
  }

  query<R extends object = Row>(sql: string, params: readonly SqlParameter[] = []): Promise<R[]> {
    this.observe(sql)
    const { database, transaction } = this.frame
    return this.watchFailure(database.measureStatement(sql, () => transaction.query(sql, params))) as Promise<R[]>
  }

  run(sql: string, params: readonly SqlParameter[] = []): Promise<RunResult> {
    this.observe(sql)
    this.frame.writes++
    this.frame.changeSet.addStatement(sql)
    const { database, transaction } = this.frame
    return this.watchFailure(database.measureStatement(sql, () => transaction.run(sql, params)))
  }

  async insert(insertSql: string, params: readonly SqlParameter[], count: number): Promise<readonly number[] | null> {
    const { returningClause, hasConsecutiveIds } = this.dialect
    if (returningClause === null) {
      const { insertId } = await this.run(insertSql, params)
      return hasConsecutiveIds ? Array.from({ length: count }, (_, n) => insertId - count + 1 + n) : null
    }
    const sql = `${insertSql} ${returningClause}`
    this.observe(sql)
    this.frame.writes++
    this.frame.changeSet.addStatement(sql)
    const { database, transaction } = this.frame
    const rows = (await this.watchFailure(database.measureStatement(sql, () => transaction.query(sql, params)))) as readonly {
      readonly id: number
    }[]
    return rows.map(({ id }) => id).sort((a, b) => a - b)
  }

  execute(sql: string): Promise<void> {
    this.observe(sql)
    this.frame.writes++
    this.frame.changeSet.addUnknownChange()
    return this.watchFailure(this.frame.transaction.execute(sql))
  }

  /**
   * Records that the database has rolled the transaction back. A closure that ignores such an error continues in another transaction.
   * Its COMMIT would store only the last part of the unit.
   */
  private watchFailure<T>(statement: Promise<T>): Promise<T> {
    // Attached first, so it runs before the caller's own handlers.
    statement.catch(this.noteFailure)
    return statement
  }

  private readonly noteFailure = (error: unknown): void => {
    if (error instanceof ConnectionLostError || this.dialect.isRetryable(error)) this.frame.rollbackError ??= error
  }

  afterCommit(fn: () => void | Promise<void>): void {
    this.frame.afterCommit.add(fn)
  }

  private observe(sql: string): void {
    if (!this.frame.open)
      throw new SystemError('A statement was sent through a unit that has ended. Await every call inside the unit.')
    this.frame.database.reportStatement(sql)
  }
}

/**
 * Runs `fn` in a transaction, so writes are atomic. An open unit is joined. On a database it begins a transaction and
 * retries `fn` after deadlocks, lock timeouts and certification failures, also at COMMIT: 20 runs, or 10 if they take more than 5 s.
 * After a connection lost before COMMIT it retries twice. Throws NOT_READY when the retries are used up.
 */
export function unit<T>(on: Database | Unit, fn: (u: Unit) => Promise<T>, options: UnitOptions = {}): Promise<T> {
  if (!(on instanceof OpenUnit)) return runWithRetries(on as Database, fn, options)
  return options.dryRun && !on.dryRun ? runInSavepoint(on, fn) : joinUnit(on, fn)
}

async function runWithRetries<T>(database: Database, fn: (u: Unit) => Promise<T>, options: UnitOptions): Promise<T> {
  const started = performance.now()
  let interrupted = 0
  for (let attempt = 1; ; attempt++) {
    let isOpen = false
    try {
      const transaction = await database.driver.begin()
      isOpen = true
      return await runAttempt(database, transaction, fn, options.dryRun ?? false)
    } catch (error) {
      // If no transaction could begin, the database is unreachable: fail without a retry.
      const isLost = isOpen && error instanceof ConnectionLostError && ++interrupted < maximumInterruptions
      if (!isLost && !database.dialect.isRetryable(error)) throw toDiskFullError(database.log, error)
      const attemptLimit = performance.now() - started > quickTime ? maximumAttempts : maximumQuickAttempts
      if (attempt >= attemptLimit) throw createTooBusyError(error)
      database.reportRetry()
      await sleep(Math.random() * Math.min(500, 10 * 2 ** attempt))
    }
  }
}

async function runAttempt<T>(
  database: Database,
  transaction: DriverTransaction,
  fn: (u: Unit) => Promise<T>,
  dryRun: boolean,
): Promise<T> {
  const frame: TransactionState = {
    database,
    transaction,
    afterCommit: new AfterCommit(),
    changeSet: new ChangeSet(),
    writes: 0,
    savepoints: 0,
    open: true,
    joinedUnitError: null,
    rollbackError: null,
  }
  const u = new OpenUnit(frame, dryRun)
  let result: T
  try {
    result = await fn(u)
    if (frame.rollbackError !== null) throw frame.rollbackError
    if (frame.joinedUnitError !== null) {
      throw new SystemError('A nested unit failed after it had written, so nothing is stored.', {
        cause: frame.joinedUnitError,
      })
    }
    await frame.changeSet.storeVersions(u)
    if (frame.rollbackError !== null) throw frame.rollbackError
    frame.open = false
    if (dryRun) {
      await transaction.rollback()
      await transaction.waitForReadRows?.()
    } else await database.measureStatement('COMMIT', () => transaction.commit())
  } catch (error) {
    frame.open = false
    await transaction.rollback()
    await transaction.waitForReadRows?.()
    throw frame.rollbackError ?? error
  }
  if (!dryRun) await frame.afterCommit.run(database.log)
  return result
}

async function joinUnit<T>(outer: OpenUnit, fn: (u: Unit) => Promise<T>): Promise<T> {
  const { writes } = outer.frame
  try {
    return await fn(outer)
  } catch (error) {
    if (outer.frame.writes > writes) outer.frame.joinedUnitError ??= error
    throw error
  }
}

/** Runs a dry run inside a regular unit: rolls back to a savepoint and drops the state added since. */
async function runInSavepoint<T>(outer: OpenUnit, fn: (u: Unit) => Promise<T>): Promise<T> {
  const { frame } = outer
  const name = `svc_${++frame.savepoints}`
  const [restoreCallbacks, restoreChanges] = [frame.afterCommit.createRestorePoint(), frame.changeSet.createRestorePoint()]
  await frame.transaction.execute(`SAVEPOINT ${name}`)
  try {
    return await fn(new OpenUnit(frame, true))
  } finally {
    await frame.transaction.execute(`ROLLBACK TO SAVEPOINT ${name}`)
    restoreChanges()
    restoreCallbacks()
  }
}
