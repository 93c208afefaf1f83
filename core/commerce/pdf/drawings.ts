// Makes pixels of the drawings of a document in a thread of their own: one that takes too long is left out, and the document stands.
import { Worker } from 'node:worker_threads'
import { sha256 } from '../../foundation/digest.js'
import { createLruCache } from '../../foundation/lru-cache.js'

/** What the thread begins with. */
export interface DrawingStart {
  /** Of the longer side at most. */
  readonly pixels: number
  /** Files of fonts for texts. */
  readonly fonts: readonly Uint8Array[]
}

/** Milliseconds that a drawing may take, the start of the thread included: most take some ten, on a busy machine some hundred. */
const longest = 8_000
/** Drawings of a document at most that are waited for in vain: the others are left out with them. */
const mostLate = 2
/** Drawings by their digests that were waited for in vain lately: nobody waits for them again. */
const hopeless = createLruCache<string, true>(100)

const program = new URL('./drawing-thread.js', import.meta.url)

/** Of one document; to be closed. */
export class Drawings {
  private thread: Worker | null = null
  private late = 0

  constructor(
    private readonly start: DrawingStart,
    private readonly patience = longest,
  ) {}

  /** A PNG; null for what cannot be drawn, or not soon enough. One at a time. */
  async draw(drawing: Uint8Array): Promise<Uint8Array | null> {
    const digest = sha256(drawing)
    if (this.late >= mostLate || hopeless.get(digest)) return null
    const thread = (this.thread ??= new Worker(program, { workerData: this.start, execArgv: [] }))
    const drawn = await new Promise<Uint8Array | null | undefined>((resolve) => {
      const timer = setTimeout(() => resolve(undefined), this.patience)
      const settle = (answer: Uint8Array | null | undefined): void => {
        clearTimeout(timer)
        resolve(answer)
      }
      thread.removeAllListeners()
      thread.once('message', (answer: Uint8Array | null) => settle(answer))
      thread.once('error', () => settle(undefined))
      thread.once('exit', () => settle(undefined))
      thread.postMessage(drawing, [])
    })
    if (drawn !== undefined) return drawn
    this.late++
    hopeless.set(digest, true)
    await this.close()
    return null
  }

  async close(): Promise<void> {
    const { thread } = this
    this.thread = null
    thread?.removeAllListeners()
    await thread?.terminate()
  }
}
