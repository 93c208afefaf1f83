// Prints documents as worker jobs in fair order, and remembers failed documents for a while.
import {
  type Clock,
  createLruCache,
  inProcess,
  minute,
  type PrintRequester,
  type PrintScope,
  ServiceError,
  sha256,
  type StoredPictures,
  systemClock,
  ValidationError,
  createMessage,
  defineWorkerJob,
} from 'product-configurator-service'
import type { PrintSheet } from './define.js'

export interface PrintInput {
  readonly sheet: PrintSheet
  readonly pictures: StoredPictures
  /** Additional font files for characters that the built-in fonts lack. */
  readonly fonts: readonly string[]
}

class OutOfTime extends Error {}

/** Renders a printed document to PDF. The same sheet always gives the same bytes. Null if the time limit was reached. */
export const printJob = defineWorkerJob<PrintInput, Uint8Array | null>({
  name: 'print',
  async run({ spent }, { sheet, pictures, fonts }) {
    const { drawSheet } = await import('./pdf/draw.js')
    const beforeRow = (): void => {
      if (spent(1)) throw new OutOfTime()
    }
    return drawSheet(sheet, pictures, beforeRow, fonts).catch((error: unknown) => {
      if (error instanceof OutOfTime) return null
      throw error
    })
  },
})

/** Draws sheets in worker threads. */
export interface Printer {
  /**
   * Returns a PDF file. TOO_MANY_REQUESTS if too many documents of the network wait. NOT_READY if the queue is full, or if the document
   * failed within the last five minutes. @param pictures called when the document's turn comes
   */
  print(sheet: PrintSheet, pictures: () => Promise<StoredPictures>, requester: PrintRequester): Promise<Uint8Array>
}

interface PrintQueueOptions {
  /** Number of concurrent shopper documents. Staff has one more slot. */
  readonly atOnce?: number
  /** Maximum number of waiting shopper documents. */
  readonly waiting?: number
  /** Maximum number of waiting documents per network. */
  readonly waitingPerNetwork?: number
  /** Maximum number of waiting staff documents. */
  readonly staffWaiting?: number
}

export interface PrintQueue {
  /** Resolves when a slot is free; call the result to free it. TOO_MANY_REQUESTS or NOT_READY if the queue is full. */
  enter(requester: PrintRequester): Promise<() => void>
}

const retryAfter = 5

/** Assigns print slots to networks in turn, one slot each, and reserves one slot for staff. */
function createPrintQueue({
  atOnce: concurrency = 2,
  waiting = 20,
  waitingPerNetwork = 5,
  staffWaiting = 20,
}: PrintQueueOptions = {}): PrintQueue {
  /** Queues by network. A network whose document was printed moves to the end. */
  const queues = new Map<string, (() => void)[]>()
  const staff: (() => void)[] = []
  /** Networks with a document in progress. */
  const drawing = new Set<string>()
  let staffDrawing = 0

  const isStaffSlotFree = (): boolean => staffDrawing + drawing.size < concurrency + 1
  const isSlotFree = (): boolean => drawing.size < concurrency && isStaffSlotFree()
  const countWaiting = (): number => [...queues.values()].reduce((sum, queue) => sum + queue.length, 0)

  function startWaiting(): void {
    while (staff.length > 0 && isStaffSlotFree()) staff.shift()!()
    for (const [network, queue] of [...queues]) {
      if (!isSlotFree()) return
      if (drawing.has(network)) continue
      const start = queue.shift()!
      if (queue.length === 0) queues.delete(network)
      start()
    }
  }

  function leave(network: string): void {
    drawing.delete(network)
    const queue = queues.get(network)
    if (queue) {
      queues.delete(network)
      queues.set(network, queue)
    }
    startWaiting()
  }

  function enterAsStaff(): Promise<() => void> {
    if (!isStaffSlotFree() && staff.length >= staffWaiting) throw fullQueue(staff.length)
    return new Promise((resolve) => {
      staff.push(() => {
        staffDrawing++
        resolve(() => {
          staffDrawing--
          startWaiting()
        })
      })
      startWaiting()
    })
  }

  function enterFrom(network: string): Promise<() => void> {
    const queue = queues.get(network) ?? []
    if (!isSlotFree() || drawing.has(network)) {
      if (queue.length >= waitingPerNetwork) throw fullNetwork(queue.length)
      if (countWaiting() >= waiting) throw fullQueue(countWaiting())
    }
    return new Promise((resolve) => {
      queue.push(() => {
        drawing.add(network)
        resolve(() => leave(network))
      })
      queues.set(network, queue)
      startWaiting()
    })
  }

  return {
    enter: async (requester) => (requester === 'staff' ? enterAsStaff() : enterFrom(requester.network)),
  }
}

function fullQueue(count: number): ServiceError {
  const message = createMessage('errors.printQueueFull', { count, seconds: retryAfter })
  return new ServiceError('NOT_READY', message, { retryAfter })
}

function fullNetwork(count: number): ServiceError {
  const message = createMessage('errors.printQueueOfNetworkFull', { count, seconds: retryAfter })
  return new ServiceError('TOO_MANY_REQUESTS', message, { retryAfter })
}

export interface PrinterOptions extends PrintQueueOptions {
  /** Maximum duration per document in seconds. */
  readonly seconds?: number
  /** Additional font files for characters that the built-in fonts lack. */
  readonly fonts?: readonly string[]
  readonly clock?: Clock
}

/** Milliseconds before a failed document may be printed again. */
const failureMemory = 5 * minute
const second = 1_000
const failureLimit = 1_000

/** An error of the document itself, which would recur at the next attempt. */
class FailedDocument extends Error {
  constructor(override readonly cause: unknown) {
    super('The document could not be created.')
  }
}

/** `jobs` must not limit the number of jobs: the print queue does. */
export function createPrinter(
  jobs: PrintScope['jobs'],
  { seconds = 30, fonts = [], clock = systemClock, ...bounds }: PrinterOptions = {},
): Printer {
  const queue = createPrintQueue(bounds)
  const drawing = new Map<string, Promise<Uint8Array>>()
  /** The time from which a document may be printed again, by the digest of its sheet. */
  const failures = createLruCache<string, number>(failureLimit)
  let count = 0

  function requireNoFailure(digest: string, { fileName }: PrintSheet): void {
    const retryAfter = Math.ceil(((failures.get(digest) ?? 0) - clock.now()) / second)
    if (retryAfter <= 0) return
    const message = createMessage('errors.printFailedBefore', { name: fileName, seconds: retryAfter })
    throw new ServiceError('NOT_READY', message, { retryAfter })
  }

  async function runJob(sheet: PrintSheet, pictures: StoredPictures): Promise<Uint8Array> {
    const retryAfter = failureMemory / second
    const message = createMessage('errors.printTooSlow', { name: sheet.fileName, limit: seconds, seconds: retryAfter })
    const timeoutError = new ServiceError('NOT_READY', message, { retryAfter })
    const caller = { ...inProcess, name: `printer ${++count}` }
    const call = { caller, seconds, progress: () => undefined }
    let bytes: Uint8Array | null
    try {
      bytes = await jobs.run(printJob, { sheet, pictures, fonts }, call)
    } catch (error) {
      // The service is stopping or a font file is unreadable: the document itself is valid.
      if (error instanceof ServiceError && error.code === 'NOT_READY') throw error
      // The message of a job's deadline names an argument that no caller sent.
      throw new FailedDocument(error instanceof ValidationError ? timeoutError : error)
    }
    if (bytes === null) throw new FailedDocument(timeoutError)
    return bytes
  }

  async function draw(
    digest: string,
    sheet: PrintSheet,
    pictures: () => Promise<StoredPictures>,
    requester: PrintRequester,
  ): Promise<Uint8Array> {
    const release = await queue.enter(requester)
    try {
      // Another requester may have tried the same document in the meantime.
      requireNoFailure(digest, sheet)
      return await runJob(sheet, await pictures())
    } catch (error) {
      if (!(error instanceof FailedDocument)) throw error
      failures.set(digest, clock.now() + failureMemory)
      throw error.cause
    } finally {
      release()
    }
  }

  return {
    async print(sheet, pictures, requester) {
      const digest = sha256(JSON.stringify(sheet))
      requireNoFailure(digest, sheet)
      // Deduplicate within staff or one network only, so others do not wait in its queue.
      const key = `${requester === 'staff' ? 'staff' : `network ${requester.network}`} ${digest}`
      const running = drawing.get(key)
      if (running) return running
      const drawingJob = draw(digest, sheet, pictures, requester).finally(() => drawing.delete(key))
      drawing.set(key, drawingJob)
      return drawingJob
    },
  }
}
