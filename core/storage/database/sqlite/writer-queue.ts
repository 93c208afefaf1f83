// One writer at a time per file inside this process, in order of arrival: nobody polls for a lock that a neighbour holds.
import { SystemError } from '../../../ground/errors.js'

interface Waiting {
  readonly start: () => void
  readonly timer: NodeJS.Timeout
}

export class WriterQueue {
  private busy = false
  private readonly waiting: Waiting[] = []

  /** `patience` is the milliseconds after which one who waits gives up: longer than any unit may take. */
  constructor(private readonly patience: number) {}

  get isFree(): boolean {
    return !this.busy
  }

  /** Resolves when it is this caller's turn; `release` ends the turn. */
  async acquire(): Promise<void> {
    if (!this.busy) {
      this.busy = true
      return
    }
    await new Promise<void>((resolve, reject) => {
      const entry: Waiting = {
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
}
