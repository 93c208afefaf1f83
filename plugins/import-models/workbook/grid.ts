// A spreadsheet as rows of cells, independent of its file format.
import { createMessage, FileFault, type MessageText, readCsv } from 'product-configurator-service'

export interface GridCell {
  /** Cell content; a number cell of a workbook has plain digits with a decimal point. */
  readonly text: string
  /** True if the file marks the cell as a number, so no separators need to be guessed. */
  readonly isNumber: boolean
  /** Why the cell is unreadable: a spreadsheet error, or a formula that was never calculated. The message contains the cell's address. */
  readonly fault: MessageText | null
}

export interface GridRow {
  /** Counted from 1, as in the file. */
  readonly number: number
  readonly cells: readonly GridCell[]
}

/** A merged cell range, both ends included: columns counted from 0, rows by row number. */
export interface MergedRange {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export interface Grid {
  /** Worksheet name; '' if there is only one. */
  readonly name: string
  /** Rows with content. */
  readonly rows: readonly GridRow[]
  readonly merges: readonly MergedRange[]
  /** Rows and columns that a workbook hides. Their cells are not in `rows`. */
  readonly hidden: HiddenCells
}

interface HiddenCells {
  /** Numbers of hidden rows with content. */
  readonly rows: readonly number[]
  /** Hidden columns, counted from 0. */
  readonly columns: readonly number[]
  /** Hidden columns with content in a visible row. */
  readonly filledColumns: readonly number[]
}

export const gridLimits = { rows: 100_000, columns: 1_000, cells: 500_000, text: 32_768, merges: 10_000, sheets: 100 } as const

export const emptyCell: GridCell = Object.freeze({ text: '', isNumber: false, fault: null })

/** Texts are compared in NFC: macOS programs write letters and accents separately. */
export const toTextCell = (text: string): GridCell =>
  text === '' ? emptyCell : { text: text.normalize('NFC'), isNumber: false, fault: null }

/** `_x000D_` in a workbook encodes a character that XML cannot represent. */
export const decodeCellText = (text: string): string =>
  text.replaceAll(/_x([0-9a-f]{4})_/gi, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16))).trim()

/** `C` for the third column. */
export function toColumnName(column: number): string {
  let letters = ''
  for (let remainder = column + 1; remainder > 0; remainder = Math.floor((remainder - 1) / 26))
    letters = String.fromCharCode(65 + ((remainder - 1) % 26)) + letters
  return letters
}

/** `C4` for the third column in the row with number 4. */
export const toCellAddress = (row: number, column: number): string => `${toColumnName(column)}${row}`

/** Counts cells during parsing. */
export class GridCount {
  private cells = 0
  private rows = 0

  row(number: number): void {
    if (++this.rows > gridLimits.rows)
      throw new FileFault('too-large', createMessage('files.tooManyRows', { most: gridLimits.rows }), number)
  }

  cell(row: number, column: number): void {
    if (column >= gridLimits.columns)
      throw new FileFault('too-large', createMessage('files.tooManyColumns', { most: gridLimits.columns }), row)
    if (++this.cells > gridLimits.cells)
      throw new FileFault('too-large', createMessage('files.tooManyCells', { most: gridLimits.cells }), row)
  }
}

/** FileFault for broken quotes and for exceeded limits. */
export async function readCsvGrid(text: string): Promise<Grid> {
  const count = new GridCount()
  const { records } = await readCsv(text, ({ line, cells }) => {
    count.row(line)
    for (const [column, cell] of cells.entries()) {
      count.cell(line, column)
      if (cell.length > gridLimits.text)
        throw new FileFault('too-large', createMessage('files.cellTooLong', { most: gridLimits.text }), line)
    }
  })
  return {
    name: '',
    rows: records.map(({ line, cells }) => ({ number: line, cells: cells.map(toTextCell) })),
    merges: [],
    hidden: { rows: [], columns: [], filledColumns: [] },
  }
}
