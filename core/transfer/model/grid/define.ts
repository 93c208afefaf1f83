// A spreadsheet as it stands: rows of cells, whatever file it comes from.
import { ModelFault } from '../findings.js'

export interface GridCell {
  /** As it is read: of a number cell of a workbook its digits with a point. */
  readonly text: string
  /** True where the file says that it is a number, so that no separators need be guessed. */
  readonly isNumber: boolean
  /** Why nothing can be read of it: an error of the spreadsheet, a formula that was never reckoned. */
  readonly fault: string | null
}

export interface GridRow {
  /** Counted from 1, as the file shows it. */
  readonly number: number
  readonly cells: readonly GridCell[]
}

/** Cells that are one: rows and columns with both ends, counted from 0 by column and by number by row. */
export interface Merge {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export interface Grid {
  /** Of the worksheet; '' where there is only one. */
  readonly name: string
  /** Rows on which something stands. */
  readonly rows: readonly GridRow[]
  readonly merges: readonly Merge[]
  /** Rows and columns that a workbook hides. Their cells are not in `rows`. */
  readonly hidden: HiddenCells
}

export interface HiddenCells {
  /** Numbers of hidden rows with content. */
  readonly rows: readonly number[]
  /** Hidden columns, counted from 0. */
  readonly columns: readonly number[]
  /** Those of them with content in a visible row. */
  readonly filledColumns: readonly number[]
}

export const noHiddenCells: HiddenCells = Object.freeze({ rows: [], columns: [], filledColumns: [] })

export const gridLimits = { rows: 100_000, columns: 1_000, cells: 500_000, text: 32_768, merges: 10_000, sheets: 100 } as const

export const emptyCell: GridCell = Object.freeze({ text: '', isNumber: false, fault: null })

/** Texts are compared in NFC: programs on macOS write letters and accents apart. */
export const textCell = (text: string): GridCell =>
  text === '' ? emptyCell : { text: text.normalize('NFC'), isNumber: false, fault: null }

/** `_x000D_` stands in workbooks for a character that XML cannot hold. */
export const plainText = (text: string): string =>
  text.replaceAll(/_x([0-9a-f]{4})_/gi, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16))).trim()

/** `C` for the third column. */
export function columnLetters(column: number): string {
  let letters = ''
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters
  return letters
}

/** `C4` of the third column in the row with the number 4. */
export const placeOf = (row: number, column: number): string => `${columnLetters(column)}${row}`

/** Counts cells while they are read. */
export class GridCount {
  private cells = 0
  private rows = 0

  row(number: number): void {
    if (++this.rows > gridLimits.rows) throw new ModelFault('too-large', `A table has at most ${gridLimits.rows} rows.`, number)
  }

  cell(row: number, column: number): void {
    if (column >= gridLimits.columns) throw new ModelFault('too-large', `A table has at most ${gridLimits.columns} columns.`, row)
    if (++this.cells > gridLimits.cells) throw new ModelFault('too-large', `A table has at most ${gridLimits.cells} cells.`, row)
  }
}
