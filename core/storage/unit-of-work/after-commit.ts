// The functions that run after the COMMIT of a transaction: they emit events, drop cache entries and delete files.
import type { Log } from '../../foundation/log.js'

export class AfterCommit {
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
