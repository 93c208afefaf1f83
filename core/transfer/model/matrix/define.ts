// A table of prices between the spreadsheet and the sheet: first what stands there, then what it means.

/** How duplicates of one place are settled where the caller says so. */
export const duplicateChoices = {
  first: 'The first price counts',
  last: 'The last price counts',
  lowest: 'The lowest price counts',
  highest: 'The highest price counts',
} as const
export type DuplicateChoice = keyof typeof duplicateChoices

export const lookupChoices = {
  nextHigher: 'Coordinates are upper bounds',
  nextLower: 'Coordinates are lower bounds',
  exact: 'Only the coordinates themselves can be had',
} as const
export type LookupChoice = keyof typeof lookupChoices

export const decimalChoices = { comma: 'A comma, 12,50', point: 'A point, 12.50' } as const
export type DecimalChoice = keyof typeof decimalChoices

export interface MatrixOptions {
  /** How numbers between the coordinates are priced; what the coordinates say, else nextHigher, if left out. */
  readonly lookup?: LookupChoice | undefined
  /** What stands before the decimals; what the numbers themselves show if left out. */
  readonly decimal?: DecimalChoice | undefined
  /** Places with two prices are refused if left out. */
  readonly duplicates?: DuplicateChoice | undefined
  /** The one worksheet that is read; all that are not hidden if left out. */
  readonly worksheet?: string | undefined
}

/** A text of a cell, and where it stands. */
export interface Said {
  readonly text: string
  readonly isNumber: boolean
  readonly fault: string | null
  readonly line: number
  /** `C4` */
  readonly place: string
}

export interface SaidEntry {
  /** One for each axis. */
  readonly at: readonly Said[]
  readonly price: Said
}

/** What stands in one spreadsheet: names of axes as they are written, and prices. */
export interface SaidTable {
  readonly name: string
  readonly title: string
  readonly axes: readonly string[]
  readonly entries: readonly SaidEntry[]
}

export interface PriceAxis {
  readonly title: string
  readonly unit: string
  readonly kind: 'number' | 'choice'
  /** As they are shown, in the order of the spreadsheet; of numbers plain digits. */
  readonly labels: readonly string[]
  /** The file gives both bounds of each coordinate. */
  readonly hasRanges: boolean
}

/** Numbers from one bound to the other, both included. */
export interface NumberRange {
  readonly lower: number
  readonly upper: number
  /** As the file writes it. */
  readonly text: string
}

export interface PriceCell {
  /** One index into the labels of each axis. */
  readonly at: readonly number[]
  /** One for each axis; null where the file gives no ranges. */
  readonly ranges: readonly (NumberRange | null)[]
  /** With a point, as it is kept. */
  readonly price: string
  readonly line: number
  readonly place: string
}

/** The upper bound of an open last range, `50+`: entries have fewer digits. */
export const openUpperBound = 999_999_999_999

export interface PriceTable {
  readonly title: string
  readonly axes: readonly PriceAxis[]
  readonly cells: readonly PriceCell[]
  /** What the coordinates themselves say of what lies between them. */
  readonly bound: 'nextHigher' | 'nextLower' | null
}
