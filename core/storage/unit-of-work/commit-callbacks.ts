// The functions that run just before and after the COMMIT of a transaction.
import type { Log } from '../../foundation/log.js'

export class CommitCallbacks<TUnit> {
  private after: (() => void | Promise<void>)[] = []
  private before = new Map<string, (u: TUnit) => void | Promise<void>>()

  /** The keys of the functions that run before the COMMIT. */
  get pending(): { has(key: string): boolean; keys(): Iterable<string> } {
    return this.before
  }

  afterCommit(fn: () => void | Promise<void>): void {
    this.after.push(fn)
  }

  /** A later call with the same key is ignored. */
  beforeCommit(key: string, fn: (u: TUnit) => void | Promise<void>): void {
    if (!this.before.has(key)) this.before.set(key, fn)
  }

  /** Runs the functions before the COMMIT, in key order. */
  async runBefore(u: TUnit): Promise<void> {
    for (const [, fn] of [...this.before].sort(([a], [b]) => (a < b ? -1 : 1))) await fn(u)
  }

  /** Runs the functions after the COMMIT, in call order. A failure is only logged. */
  async runAfter(log: Log): Promise<void> {
    for (const fn of this.after) {
      try {
        await fn()
      } catch (error) {
        log.error({ err: error }, 'A function that runs after a commit failed. The commit is not affected.')
      }
    }
  }

  /** Returns a function that drops everything added since this call. */
  createRestorePoint(): () => void {
    const [after, before] = [this.after.length, new Map(this.before)]
    return () => {
      this.after.length = after
      this.before.clear()
      for (const [key, fn] of before) this.before.set(key, fn)
    }
  }
}
