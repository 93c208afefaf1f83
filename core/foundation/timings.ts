// Reports the duration of operations to listeners. Without listeners nothing is measured.

/** Operations: product evaluations, tasks, mail delivery, calls of the advisor's vendor, and the time until its first word. */
export type TimedOperation = 'engine' | 'task' | 'mail' | 'vendor' | 'first-word'

/** Receives the operation, its name, the duration in seconds and whether it succeeded. */
export type TimingListener = (operation: TimedOperation, name: string, seconds: number, succeeded: boolean) => void

export class Timings {
  private readonly listeners = new Set<TimingListener>()

  /** Registers a listener. Returns a function that removes it. */
  watch(listener: TimingListener): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /** Measures a synchronous function. */
  measureSync<T>(operation: TimedOperation, name: string, work: () => T): T {
    const end = this.start(operation, name)
    let succeeded = false
    try {
      const result = work()
      succeeded = true
      return result
    } finally {
      end(succeeded)
    }
  }

  /** Measures an asynchronous function until its promise settles. */
  async measure<T>(operation: TimedOperation, name: string, work: () => Promise<T>): Promise<T> {
    const end = this.start(operation, name)
    let succeeded = false
    try {
      const result = await work()
      succeeded = true
      return result
    } finally {
      end(succeeded)
    }
  }

  /** Starts a measurement. The returned function ends it. */
  start(operation: TimedOperation, name: string): (succeeded: boolean) => void {
    if (this.listeners.size === 0) return doNothing
    const startTime = performance.now()
    return (succeeded) => {
      const seconds = (performance.now() - startTime) / 1000
      for (const listener of this.listeners) listener(operation, name, seconds, succeeded)
    }
  }
}

const doNothing = (): void => undefined
