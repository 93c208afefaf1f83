// The limits of a sheet, the error for an invalid sheet, and the options of applying a sheet.
import { createMessage, type Issue, ValidationError } from '#core/contract.js'
import { messageFormat, type storedFiles } from '#core/surface.js'

/** Version of the sheet format. Raise it when an existing sheet would be read differently. */
export const sheetFormat = 1

/** A sheet as a value, before it is written as YAML. */
export type SheetValue = Readonly<Record<string, unknown>>

/** Maximum length of a sheet in characters. */
export const maxSheetLength = 8_000_000

/** Maximum number of problems before reading stops: each one costs a comparison with all known names. */
export const maxSheetProblems = 50

/** The error of an invalid sheet; it says whether reading stopped early. */
export function createSheetError(issues: readonly Issue[]): ValidationError {
  if (issues.length < maxSheetProblems) return new ValidationError(issues)
  const message = createMessage('authoring.firstProblems', { count: maxSheetProblems })
  return new ValidationError([...issues.slice(0, maxSheetProblems), messageFormat.createIssue('sheet', message, 'MORE_ISSUES')])
}

export interface ApplyOptions {
  /** The product to change; by default the product with the sheet's key. */
  readonly productId?: number | undefined
  /** True: deletes parts and resets fields that the sheet does not name. False: leaves both unchanged. */
  readonly prune: boolean
  /** Throws if the caller may not write code. */
  readonly requireCode: () => void
  /** Files of the file store that the sheet's fields may reference, by stored name. */
  readonly files: ReadonlyMap<string, storedFiles.FileMetadata>
}
