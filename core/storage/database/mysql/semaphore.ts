// A semaphore that limits the number of open units and the time that others wait for one.
import { createQueueTimeoutError } from '../database-errors.js'

interface QueuedCaller {
  readonly start: () => void
  readonly timer: NodeJS.Timeout
}

/** Admits a limited number of callers at a time, the others in order of arrival. */
export class Semaphore {
  private readonly waiting: QueuedCaller[] = []

  /** @param patience milliseconds after which a waiting caller gets NOT_READY */
  constructor(
    private free: number,
    private readonly patience: number,
  ) {}

  get queued(): number {
    return this.waiting.length
  }

  /** Throws NOT_READY if the turn does not come in time. */
  async acquire(): Promise<void> {
    if (this.free > 0) {
      this.free--
      return
    }
    await new Promise<void>((resolve, reject) => {
      const entry: QueuedCaller = {
        start: resolve,
        timer: setTimeout(() => {
          this.waiting.splice(this.waiting.indexOf(entry), 1)
          reject(createQueueTimeoutError())
        }, this.patience),
      }
      this.waiting.push(entry)
    })
  }

  release(): void {
    const next = this.waiting.shift()
    if (next === undefined) this.free++
    else {
      clearTimeout(next.timer)
      next.start()
    }
  }
}
