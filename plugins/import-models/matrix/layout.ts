// Detects the layout of a spreadsheet: a wide table with coordinates at two edges, or a long one with a price per line.
import { createMessage, FileFault, type FileFindings, formatValue } from 'product-configurator-service'
import { emptyCell, type Grid, type GridCell, gridLimits, type GridRow, toCellAddress } from '../workbook/grid.js'
import type { SourceCell, SourceEntry, SourceTable } from './define.js'
import { isAmountLike } from './amounts.js'

const priceWords = /price|preis|amount|betrag|cost|kosten|value|wert|מחיר/iu
const otherColumnWords =
  /^(sku|artikel|art\.|article|stock|bestand|inventory|lager|ean|gtin|barcode|note|notiz|bemerkung|comment|id$|nr\.?$|#)/iu
const cornerSeparator = /[\\/|×→↓]/u

const getGridCell = ({ cells }: GridRow, column: number): GridCell => cells[column] ?? emptyCell

function toSourceCell(row: GridRow, column: number): SourceCell {
  const { text, isNumber, fault } = getGridCell(row, column)
  return { text, isNumber, fault, line: row.number, place: toCellAddress(row.number, column) }
}

const listFilledColumns = ({ cells }: GridRow): readonly number[] =>
  cells.flatMap(({ text, fault }, column) => (text === '' && fault === null ? [] : [column]))

interface TableFrame {
  readonly title: string
  /** Title of the columns, from a line above the head. */
  readonly columnsTitle: string
  readonly rowsTitle: string
  readonly head: GridRow
  readonly body: readonly GridRow[]
  readonly left: number
}

/** Lines before the first line with several cells are titles. */
function findTableFrame({ name, rows }: Grid): TableFrame {
  const at = rows.findIndex(
    (row, index) =>
      listFilledColumns(row).length > 1 && index + 1 < rows.length && listFilledColumns(rows[index + 1]!).length > 1,
  )
  const head = rows[at]
  if (!head) {
    const message =
      name === ''
        ? createMessage('models.tableMissing')
        : createMessage('models.tableMissingInWorksheet', { worksheet: formatValue(name) })
    throw new FileFault('no-table', message, rows[0]?.number)
  }
  let [title, columnsTitle, rowsTitle] = ['', '', '']
  for (const row of rows.slice(0, at)) {
    const [column, ...otherColumns] = listFilledColumns(row)
    const { text } = getGridCell(row, column ?? 0)
    if (otherColumns.length > 0) continue
    if (column === 0 && title === '') title = text
    else columnsTitle = text
  }
  const body = rows.slice(at + 1)
  let firstColumn = Math.min(...[head, ...body].map((row) => listFilledColumns(row)[0] ?? Number.POSITIVE_INFINITY))
  // The title of the rows may be repeated in a column next to the coordinates.
  const along = new Set(body.map((row) => getGridCell(row, firstColumn).text).filter((text) => text !== ''))
  if (body.length > 1 && along.size === 1 && getGridCell(head, firstColumn).text === '') {
    rowsTitle = [...along][0]!
    firstColumn++
  }
  return { title, columnsTitle, rowsTitle, head, body, left: firstColumn }
}

function isLong({ head, body, left: firstColumn }: TableFrame): boolean {
  const columns = listFilledColumns(head).filter((column) => column >= firstColumn)
  const headCells = columns.slice(1).map((column) => getGridCell(head, column))
  if (headCells.every(({ text, isNumber }) => isNumber || isAmountLike(text))) return false
  if (columns.some((column) => priceWords.test(getGridCell(head, column).text))) return true
  if (columns.length === 2) return true
  const firsts = body.map((row) => getGridCell(row, firstColumn).text)
  return new Set(firsts).size < firsts.length
}

function reportStrayCell(row: GridRow, column: number, findings: FileFindings): void {
  const value = formatValue(getGridCell(row, column).text)
  const cell = toCellAddress(row.number, column)
  findings.blocker('stray-cell', createMessage('models.headingMissing', { cell, value }), row.number)
}

function readLongTable(frame: TableFrame, findings: FileFindings): Omit<SourceTable, 'name'> {
  const { head, body, left: firstColumn, title } = frame
  const columns = listFilledColumns(head).filter((column) => column >= firstColumn)
  const heading = (column: number): string => getGridCell(head, column).text
  const price = columns.findLast((column) => priceWords.test(heading(column))) ?? columns.at(-1)!
  const axes = columns.filter((column) => column !== price && !otherColumnWords.test(heading(column)))
  for (const column of columns)
    if (column !== price && !axes.includes(column))
      findings.notice(
        'column-left-out',
        createMessage('models.columnSkipped', { name: formatValue(heading(column)) }),
        head.number,
      )
  const entries: SourceEntry[] = []
  for (const row of body) {
    const beyond = listFilledColumns(row).find((column) => !columns.includes(column))
    if (beyond !== undefined) reportStrayCell(row, beyond, findings)
    entries.push({ at: axes.map((column) => toSourceCell(row, column)), price: toSourceCell(row, price) })
  }
  return { title, axes: axes.map(heading), entries }
}

function readWideTable(frame: TableFrame, findings: FileFindings): Omit<SourceTable, 'name'> {
  const { head, body, left: firstColumn, title } = frame
  const columns = listFilledColumns(head).filter((column) => column > firstColumn)
  const corner = getGridCell(head, firstColumn).text
  const [rowsPart = '', columnsPart = ''] = cornerSeparator.test(corner)
    ? corner.split(cornerSeparator).map((part) => part.trim())
    : [corner]
  const entries: SourceEntry[] = []
  for (const row of body) {
    const at = toSourceCell(row, firstColumn)
    const beyond = listFilledColumns(row).find((column) => column > firstColumn && !columns.includes(column))
    if (beyond !== undefined) reportStrayCell(row, beyond, findings)
    if (at.text === '' && at.fault === null) {
      findings.blocker('no-coordinate', createMessage('models.sizeMissing', { cell: at.place }), row.number)
      continue
    }
    for (const column of columns) entries.push({ at: [at, toSourceCell(head, column)], price: toSourceCell(row, column) })
  }
  return { title, axes: [frame.rowsTitle || rowsPart, columnsPart || frame.columnsTitle], entries }
}

/** Copies the content of a merged area into each of its cells, and reports it: as a warning for prices. */
function expandMerges(grid: Grid, findings: FileFindings): Grid {
  const { rows, merges } = grid
  if (merges.length === 0) return grid
  const byNumber = new Map(rows.map((row) => [row.number, [...row.cells]]))
  let spread = 0
  for (const { top, bottom, left: firstColumn, right } of merges) {
    const first = byNumber.get(top)?.[firstColumn] ?? emptyCell
    const isWide = right > firstColumn
    const isAmount = first.isNumber || isAmountLike(first.text)
    const size = (right - firstColumn + 1) * (bottom - top + 1)
    if (first.text === '' || size > 10_000) continue
    // A title over several columns stays one title.
    if (isWide && !isAmount) continue
    // Merged areas may be far apart or overlap.
    spread += size
    if (spread > gridLimits.cells)
      throw new FileFault('too-large', createMessage('models.tooManyMergedCells', { most: gridLimits.cells }), top)
    findings.add(
      isAmount ? 'warning' : 'notice',
      'merged-cells',
      createMessage('models.mergedCells', {
        value: formatValue(first.text),
        from: toCellAddress(top, firstColumn),
        to: toCellAddress(bottom, right),
      }),
      top,
    )
    for (let row = top; row <= bottom; row++) {
      const cells = byNumber.get(row) ?? []
      byNumber.set(row, cells)
      for (let column = firstColumn; column <= right; column++) {
        while (cells.length <= column) cells.push(emptyCell)
        cells[column] = first
      }
    }
  }
  const numbers = [...byNumber.keys()].sort((a, b) => a - b)
  return { ...grid, rows: numbers.map((number) => ({ number, cells: byNumber.get(number)! })) }
}

/** FileFault if there is no table. */
export function readSourceTable(sourceGrid: Grid, findings: FileFindings): SourceTable {
  const grid = expandMerges(sourceGrid, findings)
  const frame = findTableFrame(grid)
  const long = isLong(frame)
  const table = { name: grid.name, ...(long ? readLongTable(frame, findings) : readWideTable(frame, findings)) }
  const line = frame.head.number
  findings.notice('layout', long ? createMessage('models.longTable', { line }) : createMessage('models.wideTable', { line }))
  return table
}
