// Queues the writers of one SQLite file within this process: one at a time, in order of arrival, without polling for a lock.
import { SystemError } from '../../../foundation/errors.js'
import { createQueueTimeoutError } from '../database-errors.js'

/** Milliseconds after which a waiting caller gets NOT_READY if other callers were served in the meantime. */
const crowdTimeout = 15_000

/** A transaction that stays open between two turns, so the next caller can join it. */
export interface JoinableTransaction {
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
    const hint = 'A statement inside a unit must go through that unit, never through the database.'
    return new SystemError(`The database was held by one unit for more than ${this.patience / 1000} seconds. ${hint}`)
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
