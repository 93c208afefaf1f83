// Runs background work after the response was sent, and waits for it when the service stops.
import type { Log } from '../foundation/log.js'

export class BackgroundRunner {
  private readonly running = new Set<Promise<void>>()
  private readonly ending = new AbortController()
  private readonly stopHandlers: (() => void)[] = []

  constructor(private readonly log: Log) {}

  /** Starts the work at once and logs its failure. When the service stops, it aborts the signal and waits for the work. */
  begin(work: (signal: AbortSignal) => Promise<void>): void {
    if (this.ending.signal.aborted) return
    const run = work(this.ending.signal)
      .catch((error: unknown) => this.log.error({ err: error }, 'Work in the background failed.'))
      .finally(() => this.running.delete(run))
    this.running.add(run)
  }

  /** Registers a function to run after all work has ended. */
  atEnd(end: () => void): void {
    this.stopHandlers.push(end)
  }

  async stop(): Promise<void> {
    this.ending.abort(new Error('The service stops.'))
    await Promise.all(this.running)
    for (const end of this.stopHandlers.splice(0)) end()
  }
}
