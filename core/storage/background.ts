// Runs background work after the response was sent, and waits for it when the service stops.
import { logToken } from '../boot/tokens.js'
import { type Disposable, inject, injectable } from '../foundation/injection.js'
import type { Log } from '../foundation/log.js'
import type { BackgroundWork } from './context.js'

@injectable()
export class BackgroundRunner implements BackgroundWork, Disposable {
  private readonly running = new Set<Promise<void>>()
  private readonly ending = new AbortController()
  private readonly stopHandlers: (() => void)[] = []

  constructor(@inject(logToken) private readonly log: Log) {}

  begin(work: (signal: AbortSignal) => Promise<void>): void {
    if (this.ending.signal.aborted) return
    const run = work(this.ending.signal)
      .catch((error: unknown) => this.log.error({ err: error }, 'Work in the background failed.'))
      .finally(() => this.running.delete(run))
    this.running.add(run)
  }

  atEnd(end: () => void): void {
    this.stopHandlers.push(end)
  }

  /** Aborts the signal of all work and waits for the work. */
  async dispose(): Promise<void> {
    this.ending.abort(new Error('The service stops.'))
    await Promise.all(this.running)
    for (const end of this.stopHandlers.splice(0)) end()
  }
}
