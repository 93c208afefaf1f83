// One writer at a time per file inside this process, in order of arrival: nobody polls for a lock that a neighbour holds.
import { SystemError } from '../../../ground/errors.js'

/** What stays open between two turns, until somebody else wants the next one. */
export interface Lingering {
  /** Ends it at once. */
  end(): void
}

interface Waiting {
  readonly joins: Lingering | undefined
  readonly start: () => void
  readonly timer: NodeJS.Timeout
}

export class WriterQueue {
  private busy = false
  private lingering: Lingering | null = null
  private readonly waiting: Waiting[] = []

  /** `patience` is the milliseconds after which one who waits gives up: longer than any unit may take. */
  constructor(private readonly patience: number) {}

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

  /** Resolves when it is this caller's turn; `release` ends the turn. `joins` is what he goes on with if it is still open. */
  async acquire(joins?: Lingering): Promise<void> {
    if (!this.busy) {
      this.busy = true
      const { lingering } = this
      this.lingering = null
      if (lingering !== joins) lingering?.end()
      return
    }
    await new Promise<void>((resolve, reject) => {
      const entry: Waiting = {
        joins,
        start: () => {
          clearTimeout(timer)
          resolve()
        },
        timer: setTimeout(() => {
          this.waiting.splice(this.waiting.indexOf(entry), 1)
          const hint = 'A statement inside a unit must go through that unit, never through the database.'
          reject(new SystemError(`The database was held by one unit for more than ${this.patience / 1000} seconds. ${hint}`))
        }, this.patience),
      }
      const { timer } = entry
      this.waiting.push(entry)
    })
  }

  release(): void {
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
  take(open: Lingering): boolean {
    if (this.lingering !== open) return false
    this.lingering = null
    return true
  }
}
