// One writer at a time per file inside this process, in order of arrival: nobody polls for a lock that a neighbour holds.
import { SystemError } from '../../../foundation/errors.js'
import { tooMany } from '../too-many.js'

/** Milliseconds after which one who waits is told to come again, where it is others who were served meanwhile. */
const crowded = 15_000

/** What stays open between two turns, until somebody else wants the next one. */
export interface Lingering {
  /** Ends it at once. */
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
  /** Turns that have ended. */
  private turns = 0

  /**
   * @param patience milliseconds after which one who waits for a single unit gives up: longer than any may take
   * @param crowd milliseconds after which one who waits in a crowd does
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

  /** What the next one who waits would join: undefined for one who keeps to himself, null where nobody waits. */
  get next(): Lingering | undefined | null {
    return this.waiting.length === 0 ? null : this.waiting[0]!.joins
  }

  /** True, and the caller's turn, where nobody is at it. */
  take(joins?: Lingering): boolean {
    if (this.busy) return false
    this.busy = true
    const { lingering } = this
    this.lingering = null
    if (lingering !== joins) lingering?.end()
    return true
  }

  /**
   * Resolves when it is this caller's turn; `release` ends the turn. NOT_READY where there are too many before him. `joins` is what he goes
   * on with if it is still open.
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

  /** Ends the turn of one for whom nobody waits: what he leaves open is ended before anybody else's turn. */
  linger(open: Lingering): void {
    this.busy = false
    this.lingering = open
  }

  /** True, and nobody's turn, where it has lingered until now. */
  recall(open: Lingering): boolean {
    if (this.lingering !== open) return false
    this.lingering = null
    return true
  }
}
