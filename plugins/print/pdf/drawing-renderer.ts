// Renders the SVG drawings of a document in a worker thread. Drawings that take too long are left out.
import { Worker } from 'node:worker_threads'
import { createLruCache, sha256 } from 'product-configurator-service'

/** The start data of the thread. */
export interface DrawingThreadData {
  /** Maximum of the longer side. */
  readonly pixels: number
  /** Font files for texts. */
  readonly fonts: readonly Uint8Array[]
}

/** Milliseconds per drawing, including the start of the thread. Most take about 10, on a busy machine a few hundred. */
const maxDrawingTime = 8_000
/** Timeouts per document, after which its other drawings are left out. */
const maxTimeouts = 2
/** Digests of drawings that recently timed out. They are skipped. */
const slowDrawings = createLruCache<string, true>(100)

const threadUrl = new URL('./drawing-thread.js', import.meta.url)

/** The drawings of one document. Must be closed. */
export class DrawingRenderer {
  private thread: Worker | null = null
  private timeouts = 0

  constructor(
    private readonly start: DrawingThreadData,
    private readonly timeout = maxDrawingTime,
  ) {}

  /** Returns a PNG; null for an invalid drawing or a timeout. Only one call at a time. */
  async draw(drawing: Uint8Array): Promise<Uint8Array | null> {
    const digest = sha256(drawing)
    if (this.timeouts >= maxTimeouts || slowDrawings.get(digest)) return null
    const thread = (this.thread ??= new Worker(threadUrl, { workerData: this.start, execArgv: [] }))
    const picture = await new Promise<Uint8Array | null | undefined>((resolve) => {
      const timer = setTimeout(() => resolve(undefined), this.timeout)
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
    if (picture !== undefined) return picture
    this.timeouts++
    slowDrawings.set(digest, true)
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
