// Prints documents as worker jobs in fair order, and remembers failed documents for a while.
import type { StoredPictures, Printer, PrintRequester, PrintSheet } from './define.js'
import { inProcess } from '../../core/foundation/access/caller.js'
import { type Clock, minute, systemClock } from '../../core/foundation/clock.js'
import { sha256 } from '../../core/foundation/digest.js'
import { ServiceError, ValidationError } from '../../core/foundation/errors.js'
import { createLruCache } from '../../core/foundation/lru-cache.js'
import { printJob } from './job.js'
import { createPrintQueue, type PrintQueueOptions } from './print-queue.js'
import type { JobPool } from '../../core/job/job-pool.js'

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
    super('The document could not be drawn.')
  }
}

/** `jobs` must be a pool of the printer's own: the print queue limits it. */
export function createPrinter(
  jobs: JobPool,
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
    const message = `'${fileName}' could not be printed a moment ago. Try again in ${retryAfter} seconds.`
    throw new ServiceError('NOT_READY', message, { retryAfter })
  }

  async function runJob(sheet: PrintSheet, pictures: StoredPictures): Promise<Uint8Array> {
    const retryAfter = failureMemory / second
    const message = `'${sheet.fileName}' could not be printed within ${seconds} seconds. Try again in ${retryAfter} seconds.`
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
