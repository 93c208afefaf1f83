// Parses the cells of one worksheet: numbers, texts, and formula results as of the last save.
import { createMessage, FileFault, type Message, readXmlEvents } from 'product-configurator-service'
import {
  emptyCell,
  type Grid,
  type GridCell,
  GridCount,
  gridLimits,
  type GridRow,
  type MergedRange,
  toCellAddress,
  decodeCellText,
  toTextCell,
} from './grid.js'

const addressPattern = /^([A-Z]{1,3})(\d{1,7})$/

interface CellPosition {
  readonly row: number
  /** Counted from 0. */
  readonly column: number
}

/** Highest possible row number of a worksheet. */
const lastRow = 1_048_576
/** Highest possible column number of a worksheet. */
const lastColumn = 16_384

function parseCellAddress(reference: string): CellPosition | null {
  const [, letters = '', digits = ''] = addressPattern.exec(reference) ?? []
  if (letters === '' || Number(digits) > lastRow) return null
  let column = 0
  for (const letter of letters) column = column * 26 + (letter.charCodeAt(0) - 64)
  return { row: Number(digits), column: column - 1 }
}

/** Shortens 0.10000000000000001 to `0.1`: workbooks store doubles. */
function toNumberText(raw: string): string | null {
  const value = Number(raw)
  if (raw.trim() === '' || !Number.isFinite(value)) return null
  const short = Number(value.toPrecision(15))
  const text = String(short)
  if (!text.includes('e')) return text
  // Rounding errors of formulas count as zero.
  return Math.abs(short) < 1e-6 ? '0' : null
}

const isTrue = (text: string | undefined): boolean => text === '1' || text === 'true'

// Detects date cells of a workbook: dates are stored as day numbers, and only the number format distinguishes them.

/** Built-in date and time formats by number, including the East Asian ones. */
const isBuiltInDateFormat = (format: number): boolean =>
  (format >= 14 && format <= 22) ||
  (format >= 27 && format <= 36) ||
  (format >= 45 && format <= 47) ||
  (format >= 50 && format <= 58)

/** True for a format with years, months, days or hours. Quoted, escaped and bracketed parts are texts, colors or locales. */
function isDateFormat(code: string): boolean {
  const [first = ''] = code.replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?![hms]+\])[^[\]]*\]/gi, '').split(';')
  return /[ymdhs]/i.test(first) && !/general/i.test(first)
}

/** The indexes of cell styles that show dates, as cells reference them. */
export async function readDateStyles(source: string): Promise<ReadonlySet<string>> {
  const own = new Map<number, boolean>()
  const dates = new Set<string>()
  let [inCells, count] = [false, 0]
  await readXmlEvents(source, {
    open(name, attributes) {
      if (name === 'numFmt') own.set(Number(attributes.get('numFmtId')), isDateFormat(attributes.get('formatCode') ?? ''))
      if (name === 'cellXfs') inCells = true
      if (name !== 'xf' || !inCells) return
      const format = Number(attributes.get('numFmtId') ?? 0)
      if (own.get(format) ?? isBuiltInDateFormat(format)) dates.add(String(count))
      count++
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
    text: () => undefined,
  })
  return dates
}

const dayMilliseconds = 86_400_000
/** Day number of 9999-12-31. */
const lastDayNumber = 2_958_465

/** Formats the date cells of a workbook. */
export class DateFormatter {
  constructor(
    private readonly styles: ReadonlySet<string>,
    /** Days are counted from 1904, as on old Macs. */
    private readonly isFrom1904: boolean,
  ) {}

  /** `2026-03-01`, with the time of day if present; null for a cell without a date. */
  format(style: string, value: number): string | null {
    if (!this.styles.has(style)) return null
    const days = this.isFrom1904 ? value + 1_462 : value
    if (!(days >= 0) || days > lastDayNumber) return null
    const seconds = Math.round(days * 86_400)
    const [whole, rest] = [Math.floor(seconds / 86_400), seconds % 86_400]
    const time = new Date(rest * 1_000).toISOString().slice(11, 19)
    if (whole === 0) return time
    // Spreadsheets have a February 29, 1900. A time of day alone has day number 0.
    const date = new Date(Date.UTC(1899, 11, whole < 60 ? 31 : 30) + whole * dayMilliseconds).toISOString().slice(0, 10)
    return rest === 0 ? date : `${date} ${time}`
  }
}

class WorksheetBuilder {
  readonly rows: GridRow[] = []
  readonly merges: MergedRange[] = []
  readonly hiddenRows: number[] = []
  readonly hiddenColumns = new Set<number>()
  readonly filledHiddenColumns = new Set<number>()
  private readonly count = new GridCount()
  private columnRanges = 0
  private isHiddenRow = false
  private number = 0
  private cells: GridCell[] = []
  private cell: {
    column: number
    type: string
    style: string
    hasFormula: boolean
    value: string | null
    inline: string
  } | null = null
  private part: 'v' | 't' | null = null

  constructor(
    private readonly strings: readonly string[],
    private readonly dates: DateFormatter,
  ) {}

  open(name: string, attributes: ReadonlyMap<string, string>, line: number): void {
    if (name === 'row') {
      const number = Number(attributes.get('r') ?? this.number + 1)
      if (!Number.isInteger(number) || number <= this.number)
        throw new FileFault(
          'worksheet',
          createMessage('files.rowOutOfOrder', { row: (attributes.get('r') ?? '').slice(0, 20) }),
          line,
        )
      if (number > lastRow) throw new FileFault('worksheet', createMessage('files.tooManyWorksheetRows', { most: lastRow }), line)
      this.number = number
      this.cells = []
      this.isHiddenRow = isTrue(attributes.get('hidden'))
    } else if (name === 'col') this.hideColumns(attributes, line)
    else if (name === 'c') this.begin(attributes, line)
    else if (name === 'f' && this.cell) this.cell.hasFormula = true
    else if (name === 'v' && this.cell) {
      this.part = 'v'
      this.cell.value = ''
    } else if (name === 't' && this.cell) this.part = 't'
    else if (name === 'mergeCell') this.merge(attributes.get('ref') ?? '', line)
  }

  private hideColumns(attributes: ReadonlyMap<string, string>, line: number): void {
    if (++this.columnRanges > lastColumn)
      throw new FileFault('worksheet', createMessage('files.tooManyWorksheetColumns', { most: lastColumn }), line)
    if (!isTrue(attributes.get('hidden'))) return
    const [first, last] = [Number(attributes.get('min')), Number(attributes.get('max'))]
    for (let column = Math.max(1, first); column <= Math.min(last, gridLimits.columns); column++)
      this.hiddenColumns.add(column - 1)
  }

  private begin(attributes: ReadonlyMap<string, string>, line: number): void {
    const reference = attributes.get('r')
    const place = reference === undefined ? { row: this.number, column: this.cells.length } : parseCellAddress(reference)
    if (place === null || place.row !== this.number || place.column < this.cells.length)
      throw new FileFault('worksheet', createMessage('files.cellPositionInvalid', { cell: (reference ?? '').slice(0, 20) }), line)
    this.count.cell(this.number, place.column)
    const [type, style] = [attributes.get('t') ?? 'n', attributes.get('s') ?? '0']
    this.cell = { column: place.column, type, style, hasFormula: false, value: null, inline: '' }
  }

  text(text: string): void {
    if (!this.cell || this.part === null) return
    if (this.part === 'v') this.cell.value += text
    else this.cell.inline += text
    if (this.cell.inline.length > gridLimits.text)
      throw new FileFault('too-large', createMessage('files.cellTooLong', { most: gridLimits.text }), this.number)
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.part = null
    else if (name === 'c' && this.cell) {
      const read = this.read()
      const isHidden = this.hiddenColumns.has(this.cell.column)
      if (read !== emptyCell && isHidden && !this.isHiddenRow) this.filledHiddenColumns.add(this.cell.column)
      if (read !== emptyCell && !isHidden) {
        // Cells that the file omits take memory, too.
        while (this.cells.length < this.cell.column) {
          this.count.cell(this.number, this.cells.length)
          this.cells.push(emptyCell)
        }
        this.cells.push(read)
      }
      this.cell = null
    } else if (name === 'row' && this.cells.length > 0) {
      this.count.row(this.number)
      if (this.isHiddenRow) this.hiddenRows.push(this.number)
      else this.rows.push({ number: this.number, cells: this.cells })
    }
  }

  private read(): GridCell {
    const { type, style, hasFormula, value, inline, column } = this.cell!
    const cell = toCellAddress(this.number, column)
    const createFault = (fault: Message): GridCell => ({ text: value ?? '', isNumber: false, fault })
    if (type === 'inlineStr') return toTextCell(decodeCellText(inline))
    if (value === null || value === '') {
      if (!hasFormula || type === 'str') return emptyCell
      return createFault(createMessage('files.formulaWithoutResult', { cell }))
    }
    if (type === 's') {
      const text = this.strings[Number(value)]
      return text === undefined ? createFault(createMessage('files.cellTextMissing', { cell })) : toTextCell(text)
    }
    if (type === 'e') return createFault(createMessage('files.cellError', { cell, error: value.slice(0, 20) }))
    if (type === 'b') return toTextCell(value === '1' ? 'TRUE' : 'FALSE')
    if (type === 'str' || type === 'd') return toTextCell(decodeCellText(value))
    const date = value.trim() === '' ? null : this.dates.format(style, Number(value))
    if (date !== null) return toTextCell(date)
    const number = toNumberText(value)
    return number === null
      ? createFault(createMessage('files.cellNotNumber', { cell, value: value.slice(0, 20) }))
      : { text: number, isNumber: true, fault: null }
  }

  private merge(reference: string, line: number): void {
    const [from = '', to = ''] = reference.split(':')
    const [a, b] = [parseCellAddress(from), parseCellAddress(to)]
    if (!a || !b) throw new FileFault('worksheet', createMessage('files.rangeInvalid', { range: reference.slice(0, 40) }), line)
    if (this.merges.length >= gridLimits.merges)
      throw new FileFault('too-large', createMessage('files.tooManyMergedRanges', { most: gridLimits.merges }), line)
    this.merges.push({
      top: Math.min(a.row, b.row),
      bottom: Math.max(a.row, b.row),
      left: Math.min(a.column, b.column),
      right: Math.max(a.column, b.column),
    })
  }
}

/** FileFault if the part is not a worksheet. */
export async function readWorksheet(
  name: string,
  source: string,
  strings: readonly string[],
  dates: DateFormatter,
): Promise<Grid> {
  const sheet = new WorksheetBuilder(strings, dates)
  await readXmlEvents(source, {
    open: (element, attributes, line) => sheet.open(element, attributes, line),
    close: (element) => sheet.close(element),
    text: (text) => sheet.text(text),
  })
  const hidden = {
    rows: sheet.hiddenRows,
    columns: [...sheet.hiddenColumns],
    filledColumns: [...sheet.filledHiddenColumns],
  }
  return { name, rows: sheet.rows, merges: sheet.merges, hidden }
}
