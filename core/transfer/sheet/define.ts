// The limits of a sheet, its refusal, and the options of applying one.
import { type Issue, ValidationError } from '../../foundation/errors.js'
import type { FileFacts } from '../../storage/files/store-record-file.js'

/** The format of sheets: it rises where a sheet of before would be read otherwise. */
export const sheetFormat = 1

/** Characters of a sheet. */
export const longestSheet = 8_000_000

/** Problems after which a sheet is read no further: each costs a comparison with all known names. */
export const mostProblems = 50

/** The refusal of a sheet; says so where it was read no further. */
export function refusalOf(issues: readonly Issue[]): ValidationError {
  if (issues.length < mostProblems) return new ValidationError(issues)
  const message = `These are the first ${mostProblems} problems. The rest of the sheet was not read.`
  return new ValidationError([...issues.slice(0, mostProblems), { field: 'sheet', code: 'MORE_ISSUES', message }])
}

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
