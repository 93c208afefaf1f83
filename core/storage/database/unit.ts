// The unit: the only transaction there is. Its closure may run several times, so it does no I/O but SQL through the unit.
import { setTimeout as sleep } from 'node:timers/promises'
import { SystemError } from '../../foundation/errors.js'
import { Interrupted, tooBusy } from './cause.js'
import { refusedForRoom } from './full.js'
import type { Database } from './connection.js'
import type { Dialect } from './dialect.js'
import type { DriverTransaction } from './driver.js'
import type { Queryable } from './queryable.js'
import type { Row, RunResult, SqlParameter } from './statement.js'

/** Runs of a closure at most, the first included, where deadlocks, lock timeouts or certification failures end it. */
const attempts = 10
/**
 * The same where they end it quickly. Where processes place orders through different nodes of a cluster, four of ten runs meet another one at the
 * row of the numbers: after ten of them one order in some thousand was still refused.
 */
const quickAttempts = 20
/** Milliseconds that all runs of a closure have taken by then, at most, for which they count as quick. */
const quick = 5_000
/** The same where its connection was lost: another node of a cluster, or a server that is back, takes it. */
const interruptions = 3

export interface Unit extends Queryable {
  readonly database: Database
  /** True where the unit, or one around it, is rolled back in the end. */
  readonly dryRun: boolean
  /** Runs once after the outermost commit, in the order given; never after a roll-back. Its failure is logged and fails nothing. */
  afterCommit(fn: () => void | Promise<void>): void
  /** Runs once per key as the last thing before the outermost commit, in key order; a later call with the key is dropped. */
  beforeCommit(key: string, fn: (u: Unit) => void | Promise<void>): void
  /** An INSERT of so many new rows: their ids, the least first; null where the server does not tell them. */
  insert(sql: string, params: readonly SqlParameter[], rows: number): Promise<readonly number[] | null>
  /**
   * Goes on while statements of the unit are on their way: nobody waits for them but the COMMIT, and where they fail the unit fails with that,
   * whatever it came to meanwhile. For those whose answer nobody needs: on a server they share their way with what is asked next.
   */
  meanwhile(statements: Promise<unknown>): void
  /** Rises with every statement of the unit after which rows of the table may be others than they were, or gone. */
  changes(table: string): number
  /**
   * What `make` gave when this unit first asked for it: the notes of whoever owns `make`, gone with the unit. (Kept in a WeakMap by
   * unit they would outlive it until the next full collection, and take everything with them that the unit had seen.)
   */
  kept<T>(make: () => T): T
  /** The keys under which something waits for the commit. */
  readonly pending: { has(key: string): boolean; keys(): Iterable<string> }
  /** A statement that is not prepared: DDL. On MySQL it commits by itself. */
  execute(sql: string): Promise<void>
}

export interface UnitOptions {
  /** Does everything, then rolls it back: nothing is stored, nothing runs after commit. */
  readonly dryRun?: boolean
}

/** What the units of one transaction share. */
interface Frame {
  readonly database: Database
  readonly transaction: DriverTransaction
  readonly after: (() => void | Promise<void>)[]
  readonly before: Map<string, (u: Unit) => void | Promise<void>>
  writes: number
  /** By table, and of all tables at once. */
  readonly changes: Map<string, number>
  upheavals: number
  savepoints: number
  open: boolean
  /** Set when a joined unit failed after it had written: the outer one must not commit half of it. */
  broken: unknown
  /** The failure with which the database took the transaction back; whatever came after it stands in another one. */
  takenBack: unknown
  /** What nobody has waited for yet: it never rejects. */
  readonly underWay: Set<Promise<void>>
  /** With what the first of it failed. */
  failure: { readonly error: unknown } | null
}

const changing = /^\s*(?:UPDATE|DELETE|INSERT)(?: FROM| INTO)? `?(\w+)/

class OpenUnit implements Unit {
  readonly dialect: Dialect
  private readonly notes = new Map<() => unknown, unknown>()
  constructor(
    readonly frame: Frame,
    readonly dryRun: boolean,
  ) {
    this.dialect = frame.database.dialect
  }

  get database(): Database {
    return this.frame.database
  }

  query<R extends object = Row>(sql: string, params: readonly SqlParameter[] = []): Promise<R[]> {
    this.observe(sql)
    const { database, transaction } = this.frame
    return this.watched(database.timed(sql, () => transaction.query(sql, params))) as Promise<R[]>
  }

  run(sql: string, params: readonly SqlParameter[] = []): Promise<RunResult> {
    this.observe(sql)
    this.frame.writes++
    this.notice(sql)
    const { database, transaction } = this.frame
    return this.watched(database.timed(sql, () => transaction.run(sql, params)))
  }

  async insert(given: string, params: readonly SqlParameter[], count: number): Promise<readonly number[] | null> {
    const { tellingIds, idsFollow } = this.dialect
    if (tellingIds === null) {
      const { insertId } = await this.run(given, params)
      return idsFollow ? Array.from({ length: count }, (_, n) => insertId - count + 1 + n) : null
    }
    const sql = `${given} ${tellingIds}`
    this.observe(sql)
    this.frame.writes++
    this.notice(sql)
    const { database, transaction } = this.frame
    const rows = (await this.watched(database.timed(sql, () => transaction.query(sql, params)))) as readonly {
      readonly id: number
    }[]
    return rows.map(({ id }) => id).sort((a, b) => a - b)
  }

  execute(sql: string): Promise<void> {
    this.observe(sql)
    this.frame.writes++
    this.frame.upheavals++
    return this.watched(this.frame.transaction.execute(sql))
  }

  /**
   * Notes that the database has taken the transaction back: whoever swallows such a failure goes on in another one, and its COMMIT would
   * store the end without the beginning.
   */
  private watched<T>(statement: Promise<T>): Promise<T> {
    // Noted before whoever waits for the statement hears of it.
    statement.catch(this.noteFailure)
    return statement
  }

  private readonly noteFailure = (error: unknown): void => {
    if (error instanceof Interrupted || this.dialect.isRetryable(error)) this.frame.takenBack ??= error
  }

  meanwhile(statements: Promise<unknown>): void {
    const { frame } = this
    const arrival = statements.then(
      () => void frame.underWay.delete(arrival),
      (error: unknown) => {
        frame.failure ??= { error }
        frame.underWay.delete(arrival)
      },
    )
    frame.underWay.add(arrival)
  }

  changes(table: string): number {
    const { changes, upheavals } = this.frame
    return (changes.get(table) ?? 0) + upheavals
  }

  kept<T>(make: () => T): T {
    if (!this.notes.has(make)) this.notes.set(make, make())
    return this.notes.get(make) as T
  }

  afterCommit(fn: () => void | Promise<void>): void {
    this.frame.after.push(fn)
  }

  beforeCommit(key: string, fn: (u: Unit) => void | Promise<void>): void {
    if (!this.frame.before.has(key)) this.frame.before.set(key, fn)
  }

  get pending(): { has(key: string): boolean; keys(): Iterable<string> } {
    return this.frame.before
  }

  private notice(sql: string): void {
    // New rows leave the others as they are, unless they may take their place.
    if (sql.startsWith('INSERT INTO ') && !sql.includes(' ON ')) return
    const { changes } = this.frame
    const [, table] = changing.exec(sql) ?? []
    if (table === undefined) this.frame.upheavals++
    else changes.set(table, (changes.get(table) ?? 0) + 1)
  }

  private observe(sql: string): void {
    if (!this.frame.open)
      throw new SystemError('A statement was sent through a unit that has ended. Await every call inside the unit.')
    this.frame.database.observed(sql)
  }
}

/**
 * Runs `fn` in a transaction (spec 2.4: a write is whole or not at all). Given an open unit it joins it. Otherwise it begins
 * one, and runs `fn` again where the database asks for it (deadlock, lock timeout, certification failure, also at COMMIT), up to
 * twenty times, or ten where that takes long, and twice where the connection is lost before COMMIT. NOT_READY where that does not help.
 */
export function unit<T>(on: Database | Unit, fn: (u: Unit) => Promise<T>, options: UnitOptions = {}): Promise<T> {
  if (!(on instanceof OpenUnit)) return attempted(on as Database, fn, options)
  return options.dryRun && !on.dryRun ? rehearse(on, fn) : join(on, fn)
}

async function attempted<T>(database: Database, fn: (u: Unit) => Promise<T>, options: UnitOptions): Promise<T> {
  const begun = performance.now()
  let interrupted = 0
  for (let attempt = 1; ; attempt++) {
    let isOpen = false
    try {
      const transaction = await database.driver.begin()
      isOpen = true
      return await once(database, transaction, fn, options.dryRun ?? false)
    } catch (error) {
      // Where none could be begun, nobody is there: callers are told at once.
      const isLost = isOpen && error instanceof Interrupted && ++interrupted < interruptions
      if (!isLost && !database.dialect.isRetryable(error)) throw refusedForRoom(database.log, error)
      const most = performance.now() - begun > quick ? attempts : quickAttempts
      if (attempt >= most) throw tooBusy(error)
      database.repeated()
      await sleep(Math.random() * Math.min(500, 10 * 2 ** attempt))
    }
  }
}

async function once<T>(
  database: Database,
  transaction: DriverTransaction,
  fn: (u: Unit) => Promise<T>,
  dryRun: boolean,
): Promise<T> {
  const frame: Frame = {
    database,
    transaction,
    after: [],
    before: new Map(),
    writes: 0,
    changes: new Map(),
    upheavals: 0,
    savepoints: 0,
    open: true,
    broken: null,
    takenBack: null,
    underWay: new Set(),
    failure: null,
  }
  const u = new OpenUnit(frame, dryRun)
  let result: T
  try {
    result = await fn(u)
    if (frame.takenBack !== null) throw frame.takenBack
    if (frame.broken !== null) {
      throw new SystemError('A unit inside this one failed after it had written, so nothing is stored.', { cause: frame.broken })
    }
    if (frame.before.size > 0) for (const [, last] of [...frame.before].sort(([a], [b]) => (a < b ? -1 : 1))) await last(u)
    if (!hasArrived(frame)) await arrived(frame)
    if (frame.takenBack !== null) throw frame.takenBack
    frame.open = false
    if (dryRun) {
      await transaction.rollback()
      await transaction.seen?.()
    } else await database.timed('COMMIT', () => transaction.commit())
  } catch (error) {
    frame.open = false
    await Promise.all(frame.underWay)
    await transaction.rollback()
    await transaction.seen?.()
    throw frame.takenBack ?? frame.failure?.error ?? error
  }
  if (!dryRun) for (const fnAfter of frame.after) await afterwards(database, fnAfter)
  return result
}

const hasArrived = ({ underWay, failure }: Frame): boolean => underWay.size === 0 && failure === null

/** Waits for what is under way; throws what the first of it failed with. */
async function arrived(frame: Frame): Promise<void> {
  await Promise.all(frame.underWay)
  if (frame.failure !== null) throw frame.failure.error
}

async function afterwards(database: Database, fn: () => void | Promise<void>): Promise<void> {
  try {
    await fn()
  } catch (error) {
    database.log.error({ err: error }, 'Something that follows a commit failed; what was stored stands.')
  }
}

async function join<T>(outer: OpenUnit, fn: (u: Unit) => Promise<T>): Promise<T> {
  const { writes } = outer.frame
  try {
    return await fn(outer)
  } catch (error) {
    if (outer.frame.writes > writes) outer.frame.broken ??= error
    throw error
  }
}

/** A dry run inside a unit that is none: everything since the savepoint is taken back, what was to follow included. */
async function rehearse<T>(outer: OpenUnit, fn: (u: Unit) => Promise<T>): Promise<T> {
  const { frame } = outer
  const name = `svc_${++frame.savepoints}`
  const after = frame.after.length
  const before = new Map(frame.before)
  await arrived(frame)
  await frame.transaction.execute(`SAVEPOINT ${name}`)
  try {
    const result = await fn(new OpenUnit(frame, true))
    await arrived(frame)
    return result
  } finally {
    await Promise.all(frame.underWay)
    frame.failure = null
    await frame.transaction.execute(`ROLLBACK TO SAVEPOINT ${name}`)
    frame.upheavals++
    frame.after.length = after
    frame.before.clear()
    for (const [key, last] of before) frame.before.set(key, last)
  }
}
