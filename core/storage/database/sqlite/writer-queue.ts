// Queues the writers of one SQLite file within this process: one at a time, in order of arrival, without polling for a lock.
import { SystemError } from '../../../foundation/errors.js'
import { tooMany } from '../too-many.js'

/** Milliseconds after which a waiting caller gets NOT_READY if other callers were served in the meantime. */
const crowded = 15_000

/** A transaction that stays open between two turns, so the next caller can join it. */
export interface Lingering {
  /** Commits it immediately. */
  end(): void
}

interface Waiting {
  readonly joins: Lingering | undefined
  readonly start: () => void
}

export class WriterQueue {
  private busy = false
  private lingering: Lingering | null = null
  private readonly waiting: Waiting[] = []
  /** Number of finished turns. */
  private turns = 0

  /**
   * @param patience milliseconds until a caller gives up that waits for a single unit; longer than any unit may take
   * @param crowd milliseconds until a caller gives up while other callers are served
   */
  constructor(
    private readonly patience: number,
    private readonly crowd = Math.min(crowded, patience),
  ) {}

  get isFree(): boolean {
    return !this.busy
  }

  get queued(): number {
    return this.waiting.length
  }

  /** The transaction that the next waiting caller would join: undefined if it joins none, null if no caller waits. */
  get next(): Lingering | undefined | null {
    return this.waiting.length === 0 ? null : this.waiting[0]!.joins
  }

  /** Takes the turn if it is free. Returns true on success. */
  take(joins?: Lingering): boolean {
    if (this.busy) return false
    this.busy = true
    const { lingering } = this
    this.lingering = null
    if (lingering !== joins) lingering?.end()
    return true
  }

  /**
   * Resolves when the caller's turn begins; `release` ends it. Rejects with NOT_READY if too many callers are ahead, and with a
   * SystemError if one unit holds the turn too long. `joins` is the transaction that the caller continues if it is still open.
   */
  async acquire(joins?: Lingering): Promise<void> {
    if (this.take(joins)) return
    await new Promise<void>((resolve, reject) => {
      const before = this.turns
      let timer: NodeJS.Timeout
      const entry: Waiting = {
        joins,
        start: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      const giveUp = (): void => {
        this.waiting.splice(this.waiting.indexOf(entry), 1)
        reject(this.turns > before ? tooMany() : this.held())
      }
      timer = setTimeout(() => {
        if (this.turns > before) giveUp()
        else timer = setTimeout(giveUp, this.patience - this.crowd)
      }, this.crowd)
      this.waiting.push(entry)
    })
  }

  private held(): SystemError {
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
  linger(open: Lingering): void {
    this.busy = false
    this.lingering = open
  }

  /** Takes `open` back if no turn has begun since `linger`. Returns true on success; the turn stays free. */
  recall(open: Lingering): boolean {
    if (this.lingering !== open) return false
    this.lingering = null
    return true
  }
}
