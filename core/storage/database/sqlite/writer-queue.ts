// Queues the writers of one SQLite file within this process, and lets consecutive units share one COMMIT.
import { SystemError } from '../../../foundation/errors.js'
import { createQueueTimeoutError } from '../database-errors.js'
import type { NativeConnection } from './native-connection.js'

/** Milliseconds after which a waiting caller gets NOT_READY if other callers were served in the meantime. */
const crowdTimeout = 15_000

/** A transaction that stays open between two turns, so the next caller can join it. */
interface JoinableTransaction {
  /** Commits it immediately. */
  end(): void
}

interface QueuedWriter {
  readonly joins: JoinableTransaction | undefined
  readonly start: () => void
}

export class WriterQueue {
  private busy = false
  private openTransaction: JoinableTransaction | null = null
  private readonly waiting: QueuedWriter[] = []
  /** Number of finished turns. */
  private turns = 0

  /**
   * @param patience milliseconds until a caller gives up that waits for a single unit; longer than any unit may take
   * @param crowd milliseconds until a caller gives up while other callers are served
   */
  constructor(
    private readonly patience: number,
    private readonly crowd = Math.min(crowdTimeout, patience),
  ) {}

  get isFree(): boolean {
    return !this.busy
  }

  get queued(): number {
    return this.waiting.length
  }

  /** The transaction that the next waiting caller would join: undefined if it joins none, null if no caller waits. */
  get next(): JoinableTransaction | undefined | null {
    return this.waiting.length === 0 ? null : this.waiting[0]!.joins
  }

  /** Takes the turn if it is free. Returns true on success. */
  take(joins?: JoinableTransaction): boolean {
    if (this.busy) return false
    this.busy = true
    const { openTransaction } = this
    this.openTransaction = null
    if (openTransaction !== joins) openTransaction?.end()
    return true
  }

  /**
   * Resolves when the caller's turn begins; `release` ends it. Rejects with NOT_READY if too many callers are ahead, and with a
   * SystemError if one unit holds the turn too long. `joins` is the transaction that the caller continues if it is still open.
   */
  async acquire(joins?: JoinableTransaction): Promise<void> {
    if (this.take(joins)) return
    await new Promise<void>((resolve, reject) => {
      const before = this.turns
      let timer: NodeJS.Timeout
      const entry: QueuedWriter = {
        joins,
        start: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      const giveUp = (): void => {
        this.waiting.splice(this.waiting.indexOf(entry), 1)
        reject(this.turns > before ? createQueueTimeoutError() : this.createBlockedTurnError())
      }
      timer = setTimeout(() => {
        if (this.turns > before) giveUp()
        else timer = setTimeout(giveUp, this.patience - this.crowd)
      }, this.crowd)
      this.waiting.push(entry)
    })
  }

  private createBlockedTurnError(): SystemError {
    const hint = 'A statement in a unit of work must use that unit, not the database.'
    return new SystemError(`A unit of work used the database for more than ${this.patience / 1000} seconds. ${hint}`)
  }

  release(): void {
    this.turns++
    const next = this.waiting.shift()
    if (next) next.start()
    else this.busy = false
  }

  /** Ends the turn when no caller waits. `open` stays open until the next turn, which joins it or ends it first. */
  leaveOpen(open: JoinableTransaction): void {
    this.busy = false
    this.openTransaction = open
  }

  /** Takes `open` back if no turn has begun since `linger`. Returns true on success; the turn stays free. */
  takeBack(open: JoinableTransaction): boolean {
    if (this.openTransaction !== open) return false
    this.openTransaction = null
    return true
  }
}

/** Maximum units per COMMIT. */
const maximumUnits = 16
/** Milliseconds after which no further unit joins the group. The COMMIT then also gives other processes a chance to write. */
const maximumGroupTime = 5

interface FinishedUnit {
  readonly stored: () => void
  readonly failed: (error: unknown) => void
}

/** The error of a unit whose shared COMMIT failed because of another unit. Code 5 (SQLITE_BUSY) makes `unit` retry the closure. */
const createRetryError = (cause: unknown): Error =>
  Object.assign(new Error('All units of a shared COMMIT were rolled back.', { cause }), { errcode: 5 })

/**
 * The transaction of the writing connection. The first unit runs directly in it, each joining unit in a savepoint. No unit is
 * reported as committed, and no other connection sees its rows, before the shared COMMIT.
 */
export class CommitGroup implements JoinableTransaction {
  /** Units that have ended and wait for the COMMIT. */
  private finishedUnits: FinishedUnit[] = []
  /** Rolled-back units that had read uncommitted rows of other units. */
  private dependentUnits: FinishedUnit[] = []
  private since = 0
  private inSavepoint = false

  constructor(
    private readonly writer: NativeConnection,
    private readonly queue: WriterQueue,
  ) {}

  /** Starts a unit; `commit` or `rollback` must follow. False if the unit is the first and the caller must begin the transaction. */
  tryJoin(): boolean {
    this.inSavepoint = false
    if (this.finishedUnits.length === 0) return false
    this.writer.exec('SAVEPOINT svc_unit')
    return (this.inSavepoint = true)
  }

  /** Ends the unit and passes the turn on. Resolves when the unit is committed. Rejects with the error of the COMMIT. */
  commit(): Promise<void> {
    if (this.finishedUnits.length === 0) this.since = performance.now()
    return new Promise((stored, failed) => {
      this.finishedUnits.push({ stored, failed })
      this.passTurn()
    })
  }

  /**
   * Rolls the unit back and passes the turn on. Resolves when all rows that the unit has read are committed: otherwise its error could
   * be based on rows that were never stored. Rejects if those rows were rolled back too, so the unit runs again.
   */
  rollback(): Promise<void> {
    const savepoint = this.inSavepoint
      ? new Promise<void>((stored, failed) => this.dependentUnits.push({ stored, failed }))
      : Promise.resolve()
    // Prevents an unhandled rejection if no caller awaits it.
    savepoint.catch(() => undefined)
    if (this.rollBackUnit()) this.passTurn()
    else {
      this.fail(null)
      this.queue.release()
    }
    return savepoint
  }

  /** Rolls back the unit alone. False if it has no savepoint, or if SQLite rolled back the whole transaction (full disk, failed read). */
  private rollBackUnit(): boolean {
    if (!this.inSavepoint || !this.writer.inTransaction) return false
    try {
      this.writer.exec('ROLLBACK TO SAVEPOINT svc_unit')
      return true
    } catch {
      return false
    }
  }

  /** Commits the ended units between two turns. */
  end(): void {
    this.store()
  }

  /** Leaves the transaction open for the next unit if it may join. Otherwise commits. */
  private passTurn(): void {
    const { next } = this.queue
    const mayGrow = this.finishedUnits.length < maximumUnits && performance.now() - this.since < maximumGroupTime
    if (!mayGrow || (next !== this && next !== null)) {
      this.store()
      return this.queue.release()
    }
    try {
      if (this.inSavepoint) this.writer.exec('RELEASE SAVEPOINT svc_unit')
    } catch (error) {
      this.fail(error)
      return this.queue.release()
    }
    if (next === this) return this.queue.release()
    // Units that start in this turn of the event loop can join. A lone unit loses microseconds.
    this.queue.leaveOpen(this)
    setImmediate(() => {
      if (this.queue.takeBack(this)) this.store()
    })
  }

  private store(): void {
    try {
      this.writer.exec('COMMIT')
      for (const { stored } of [...this.finishedUnits.splice(0), ...this.dependentUnits.splice(0)]) stored()
    } catch (error) {
      this.fail(error)
    }
  }

  /** A lone unit gets the original error. With several units the cause is unknown, so each one is retried. */
  private fail(error: unknown): void {
    const failedUnits = this.finishedUnits.splice(0)
    for (const { failed } of failedUnits) failed(error !== null && failedUnits.length === 1 ? error : createRetryError(error))
    for (const { failed } of this.dependentUnits.splice(0)) failed(createRetryError(error))
    try {
      if (this.writer.inTransaction) this.writer.exec('ROLLBACK')
    } catch {
      // Do not throw: the turn must be released. A transaction that stays open fails the next BEGIN.
    }
  }
}
