// Draws documents as jobs: a few at a time, a bounded number of others waiting, and one drawing for all who ask for the same one.
import type { GivenPictures, Printer, PrintSheet } from '../commerce/print/define.js'
import { inProcess } from '../ground/access/caller.js'
import { digestOf } from '../ground/digest.js'
import { ServiceError, ValidationError } from '../ground/errors.js'
import { printJob } from '../jobs/print.js'
import type { Jobs } from './runner.js'

export interface PrinterBounds {
  /** Documents that are drawn at a time. */
  readonly atOnce?: number
  /** Further ones that wait for their turn. */
  readonly waiting?: number
  /** That one document has. */
  readonly seconds?: number
  /** Files of fonts for characters that the service's own lack. */
  readonly fonts?: readonly string[]
}

/** The jobs are the printer's own: nobody else is counted. */
export function createPrinter(jobs: Jobs, { atOnce = 1, waiting = 20, seconds = 30, fonts = [] }: PrinterBounds = {}): Printer {
  const queue: (() => void)[] = []
  const drawing = new Map<string, Promise<Uint8Array>>()
  let busy = 0
  let count = 0

  /** Waits for a turn; who has had his gives it to the next. */
  async function turn(): Promise<void> {
    if (busy < atOnce) {
      busy++
      return
    }
    if (queue.length >= waiting) {
      throw new ServiceError(
        'NOT_READY',
        `${busy + queue.length} documents are being printed, as many as may at once. Ask again in a moment.`,
      )
    }
    await new Promise<void>((resolve) => queue.push(resolve))
  }

  function pass(): void {
    const next = queue.shift()
    if (next) next()
    else busy--
  }

  async function draw(sheet: PrintSheet, pictures: () => Promise<GivenPictures>): Promise<Uint8Array> {
    await turn()
    const late = `'${sheet.fileName}' could not be printed within ${seconds} seconds. Ask again in a moment.`
    try {
      const caller = { ...inProcess, name: `printer ${++count}` }
      const call = { caller, seconds, progress: () => undefined }
      const bytes = await jobs.run(printJob, { sheet, pictures: await pictures(), fonts }, call)
      if (bytes === null) throw new ServiceError('NOT_READY', late)
      return bytes
    } catch (error) {
      // What the deadline of jobs says speaks of an argument that nobody sent.
      throw error instanceof ValidationError ? new ServiceError('NOT_READY', late) : error
    } finally {
      pass()
    }
  }

  return {
    print(sheet, pictures) {
      const key = digestOf(JSON.stringify(sheet))
      const known = drawing.get(key)
      if (known) return known
      const drawn = draw(sheet, pictures).finally(() => drawing.delete(key))
      drawing.set(key, drawn)
      return drawn
    },
  }
}
