// How long what the service does takes, told to whoever measures it; while nobody does, nothing is timed.

/** Evaluations of products, tasks, mails that are handed over, calls of the advisor's vendor and what passes before its first word. */
export type Timed = 'engine' | 'task' | 'mail' | 'vendor' | 'first-word'

/** What was timed, which of its kind it was, and whether it did what it was to do. */
export type TimingListener = (what: Timed, which: string, seconds: number, succeeded: boolean) => void

export class Timings {
  private readonly listeners = new Set<TimingListener>()

  /** Calls back for all that ends from now on; returns the end of it. */
  watch(listener: TimingListener): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /** Times work that waits for nothing. */
  at<T>(what: Timed, which: string, work: () => T): T {
    const over = this.begin(what, which)
    let succeeded = false
    try {
      const result = work()
      succeeded = true
      return result
    } finally {
      over(succeeded)
    }
  }

  /** Times work until its promise is settled. */
  async over<T>(what: Timed, which: string, work: () => Promise<T>): Promise<T> {
    const over = this.begin(what, which)
    let succeeded = false
    try {
      const result = await work()
      succeeded = true
      return result
    } finally {
      over(succeeded)
    }
  }

  /** Begins to time what has no single function; what is returned ends it. */
  begin(what: Timed, which: string): (succeeded: boolean) => void {
    if (this.listeners.size === 0) return nothing
    const begun = performance.now()
    return (succeeded) => {
      const seconds = (performance.now() - begun) / 1000
      for (const listener of this.listeners) listener(what, which, seconds, succeeded)
    }
  }
}

const nothing = (): void => undefined
