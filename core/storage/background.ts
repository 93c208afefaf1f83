// Work that goes on after the one who asked for it was answered: it ends by itself, or when the service stops.
import type { Log } from '../foundation/log.js'

export class Background {
  private readonly running = new Set<Promise<void>>()
  private readonly ending = new AbortController()
  private readonly leftovers: (() => void)[] = []

  constructor(private readonly log: Log) {}

  /** Begins at once. The signal is aborted when the service stops, which then waits for the work; a failure is logged. */
  begin(work: (signal: AbortSignal) => Promise<void>): void {
    if (this.ending.signal.aborted) return
    const run = work(this.ending.signal)
      .catch((error: unknown) => this.log.error({ err: error }, 'Work in the background failed.'))
      .finally(() => this.running.delete(run))
    this.running.add(run)
  }

  /** What is to be ended after all work. */
  atEnd(end: () => void): void {
    this.leftovers.push(end)
  }

  async stop(): Promise<void> {
    this.ending.abort(new Error('The service stops.'))
    await Promise.all(this.running)
    for (const end of this.leftovers.splice(0)) end()
  }
}
