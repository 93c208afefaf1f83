// Types of a price table import: the table as written in the spreadsheet, and the interpreted table.
import type { MessageText } from 'product-configurator-service'

/** How duplicate prices of one coordinate are resolved. */
export const duplicateChoices = {
  first: 'Use the first price',
  last: 'Use the last price',
  lowest: 'Use the lowest price',
  highest: 'Use the highest price',
} as const
export type DuplicateChoice = keyof typeof duplicateChoices

export const lookupChoices = {
  nextHigher: 'Sizes are upper limits',
  nextLower: 'Sizes are lower limits',
  exact: 'Only exact sizes',
} as const
export type LookupChoice = keyof typeof lookupChoices

export const decimalChoices = { comma: 'Comma (12,50)', point: 'Point (12.50)' } as const
export type DecimalChoice = keyof typeof decimalChoices

export interface MatrixOptions {
  /** How numbers between the coordinates are priced. Default: as the coordinates indicate, else nextHigher. */
  readonly lookup?: LookupChoice | undefined
  /** Decimal separator. Default: detected from the numbers. */
  readonly decimal?: DecimalChoice | undefined
  /** Tag of the language of the numbers that show no decimal sign, such as `1,250`. Default: such numbers are refused. */
  readonly language?: string | undefined
  /** Default: coordinates with two prices are refused. */
  readonly duplicates?: DuplicateChoice | undefined
  /** The worksheet to read. Default: all visible worksheets. */
  readonly worksheet?: string | undefined
}

/** The text of a cell, with its place. */
export interface SourceCell {
  readonly text: string
  readonly isNumber: boolean
  readonly fault: MessageText | null
  readonly line: number
  /** `C4` */
  readonly place: string
}

export interface SourceEntry {
  /** One per axis. */
  readonly at: readonly SourceCell[]
  readonly price: SourceCell
}

/** A table as written in the spreadsheet: axis names and prices. */
export interface SourceTable {
  readonly name: string
  readonly title: string
  readonly axes: readonly string[]
  readonly entries: readonly SourceEntry[]
}

export interface PriceAxis {
  readonly title: string
  readonly unit: string
  readonly kind: 'number' | 'choice'
  /** As displayed, in spreadsheet order; plain digits for numbers. */
  readonly labels: readonly string[]
  /** True if the file gives both bounds of each coordinate. */
  readonly hasRanges: boolean
}

/** A range of numbers, both bounds included. */
export interface NumberRange {
  readonly lower: number
  readonly upper: number
  /** As written in the file. */
  readonly text: string
}

export interface PriceCell {
  /** One index per axis, into its labels. */
  readonly at: readonly number[]
  /** One per axis; null if the file gives no ranges. */
  readonly ranges: readonly (NumberRange | null)[]
  /** Decimal text with a point, as it is stored. */
  readonly price: string
  readonly line: number
  readonly place: string
}

/** The upper bound of an open last range such as `50+`; entries have fewer digits. */
export const openUpperBound = 999_999_999_999

export interface PriceTable {
  readonly title: string
  readonly axes: readonly PriceAxis[]
  readonly cells: readonly PriceCell[]
  /** The direction of the bounds that the coordinates themselves indicate. */
  readonly bound: 'nextHigher' | 'nextLower' | null
}
