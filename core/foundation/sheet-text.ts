// The text of a product sheet: parsing it to its value and the places for error messages, and formatting.
import type { Issue } from './errors.js'

/** JSON texts, because a worker thread returns them: a text is copied faster than the objects that it describes. */
export interface ParsedSheetText {
  readonly value: string
  /** Entries of path and line; a path is for example `pages[0].title`. */
  readonly lines: string
  /** Entries of path and source spelling, for numbers and booleans. */
  readonly sources: string
}

export interface SheetParser {
  /** Parses small texts directly, larger ones in a worker. VALIDATION_FAILED with the line for a text that is not a sheet. */
  parse(text: string): Promise<ParsedSheetText>
  /** Formats small sheets as YAML directly, larger ones in a worker. */
  format(sheet: SheetDocument): Promise<string>
}

export interface SheetDocument {
  readonly value: Readonly<Record<string, unknown>>
  /** Keys whose values are never written on one line. */
  readonly open: readonly string[]
}

export type SheetParseResult = { readonly parsed: ParsedSheetText } | { readonly issues: readonly Issue[] }
