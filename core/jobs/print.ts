// A document on paper: the file of a sheet. The same sheet gives the same bytes.
import type { GivenPictures, PrintSheet } from '../commerce/print/define.js'
import { defineJob } from '../job/define.js'

export interface PrintInput {
  readonly sheet: PrintSheet
  readonly pictures: GivenPictures
  /** Files of fonts for characters that the service's own lack. */
  readonly fonts: readonly string[]
}

class OutOfTime extends Error {}

/** null where the time that it had was too short. */
export const printJob = defineJob<PrintInput, Uint8Array | null>({
  name: 'print',
  async run({ spent }, { sheet, pictures, fonts }) {
    const { drawSheet } = await import('../commerce/pdf/draw.js')
    const beforeRow = (): void => {
      if (spent(1)) throw new OutOfTime()
    }
    return drawSheet(sheet, pictures, beforeRow, fonts).catch((error: unknown) => {
      if (error instanceof OutOfTime) return null
      throw error
    })
  },
})
