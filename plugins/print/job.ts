// Renders a printed document to PDF. The same sheet always gives the same bytes.
import { defineWorkerJob, type StoredPictures } from 'product-configurator-service'
import type { PrintSheet } from './define.js'

export interface PrintInput {
  readonly sheet: PrintSheet
  readonly pictures: StoredPictures
  /** Additional font files for characters that the built-in fonts lack. */
  readonly fonts: readonly string[]
}

class OutOfTime extends Error {}

/** Null if the time limit was reached. */
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
