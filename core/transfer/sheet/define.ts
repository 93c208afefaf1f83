// What is said to whoever applies a sheet, and what he may ask for.

import type { FileFacts } from '../../storage/files/store-record-file.js'

/** The format of sheets: it rises where a sheet of before would be read otherwise. */
export const sheetFormat = 1

/** Characters of a sheet. */
export const longestSheet = 8_000_000

export interface ApplyOptions {
  /** The product that becomes so; that with the sheet's key if left out. */
  readonly productId?: number | undefined
  /** True: parts that the sheet does not name go, and fields that it does not name start anew; else both stay. */
  readonly prune: boolean
  /** Throws where the caller may not write code. */
  readonly requireCode: () => void
  /** Files of the file store that fields may name, of those that the sheet names, by their names there. */
  readonly files: ReadonlyMap<string, FileFacts>
}
