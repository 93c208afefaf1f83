// A matrix as an aligned text table: coordinates at the edges, `-` for a missing cell.
import { createMessage, type Message, formatValue } from '#core/contract.js'
import { formulaLanguage, sheetLines } from '#core/surface.js'

export interface TableCell {
  readonly row: number
  readonly column: number
  readonly value: string
}

const missingCell = '-'
const corner = '*'

/** The coordinate at an edge of the table: an answer's key, or else the number itself. */
export function formatAxisCoordinate(axis: formulaLanguage.Axis, at: number, names: sheetLines.SheetNames): string {
  return (axis !== null && 'question' in axis ? names.answerOf(axis.question, at) : null) ?? String(at)
}

const sortAscending = (values: readonly number[]): readonly number[] => [...new Set(values)].sort((a, b) => a - b)

/** The values of the cells by row and column. Numbers as keys: joining coordinates to texts takes several times as long. */
export function groupByRow(cells: readonly TableCell[]): ReadonlyMap<number, ReadonlyMap<number, string>> {
  const values = new Map<number, Map<number, string>>()
  for (const { row, column, value } of cells) {
    const rowValues = values.get(row)
    if (rowValues) rowValues.set(column, value)
    else values.set(row, new Map([[column, value]]))
  }
  return values
}

/** Pads every column to its widest entry. The first column is aligned left, the others to the given side. */
export function alignColumns(lines: readonly (readonly string[])[], side: 'left' | 'right' = 'right'): string {
  const widths: number[] = []
  for (const line of lines) for (const [index, cell] of line.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length)
  const padded = (cell: string, index: number): string =>
    index === 0 || side === 'left' ? cell.padEnd(widths[index]!) : cell.padStart(widths[index]!)
  return lines.map((line) => `${line.map(padded).join('  ').trimEnd()}\n`).join('')
}

/** Positions of a table per cell, and positions of any table. A sparser table, such as a diagonal, has too many positions for a text. */
const [maxSparseness, smallTable] = [4, 1_000]

/** The table as text; a matrix of one axis has one line per coordinate. Null if it is too sparse. */
export function formatMatrixTable(
  cells: readonly TableCell[],
  rows: formulaLanguage.Axis,
  columns: formulaLanguage.Axis,
  names: sheetLines.SheetNames,
): string | null {
  const [rowsAt, columnsAt] = [sortAscending(cells.map(({ row }) => row)), sortAscending(cells.map(({ column }) => column))]
  if (rowsAt.length * columnsAt.length > Math.max(smallTable, maxSparseness * cells.length)) return null
  const values = groupByRow(cells)
  if (rows !== null && columns !== null) {
    const head = [corner, ...columnsAt.map((at) => formatAxisCoordinate(columns, at, names))]
    const line = (row: number): readonly string[] => [
      formatAxisCoordinate(rows, row, names),
      ...columnsAt.map((column) => values.get(row)?.get(column) ?? missingCell),
    ]
    return alignColumns([head, ...rowsAt.map(line)])
  }
  if (rows === null && columns === null) return alignColumns(cells.map(({ value }) => [value]))
  const isByRow = rows !== null
  return alignColumns(
    (isByRow ? rowsAt : columnsAt).map((at) => [
      formatAxisCoordinate(isByRow ? rows : columns, at, names),
      (isByRow ? values.get(at)?.get(0) : values.get(0)?.get(at)) ?? missingCell,
    ]),
  )
}

function parseHeader(text: string, axis: formulaLanguage.Axis, names: sheetLines.SheetNames, position: Message): number {
  const isOfQuestion = axis !== null && 'question' in axis
  if (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return isOfQuestion ? names.numberOf(axis.question, text) : Number(text)
  if (isOfQuestion) return names.answerIdAt(axis.question, text, position)
  throw new sheetLines.LineRefusal(createMessage('authoring.coordinateNumber', { position, text: formatValue(text) }))
}

/** Parses the cells of a table. Yields after each line. LineRefusal names the line of the table. */
export function* parseMatrixTable(
  text: string,
  rows: formulaLanguage.Axis,
  columns: formulaLanguage.Axis,
  names: sheetLines.SheetNames,
): Generator<void, readonly TableCell[]> {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => line.split(/\s+/))
  const cells: TableCell[] = []
  const add = (row: number, column: number, value: string, position: Message): void => {
    if (value === missingCell) return
    if (!formulaLanguage.decimalText.test(value))
      throw new sheetLines.LineRefusal(createMessage('authoring.amountRequired', { position, text: formatValue(value) }))
    cells.push({ row, column, value })
  }
  if (rows !== null && columns !== null) {
    const [head = [], ...body] = lines
    const columnsAt = head.slice(1).map((at) => parseHeader(at, columns, names, createMessage('authoring.positionFirstLine')))
    if (columnsAt.length === 0) throw new sheetLines.LineRefusal(createMessage('authoring.tableWithoutColumns'))
    for (const [index, [at = '', ...values]] of body.entries()) {
      yield
      const position = createMessage('authoring.positionLine', { line: index + 2 })
      if (values.length !== columnsAt.length)
        throw new sheetLines.LineRefusal(
          createMessage('authoring.valuesPerColumn', { position, count: values.length, columns: columnsAt.length }),
        )
      const row = parseHeader(at, rows, names, position)
      for (const [place, value] of values.entries()) add(row, columnsAt[place]!, value, position)
    }
    return cells
  }
  for (const [index, line] of lines.entries()) {
    yield
    const position = createMessage('authoring.positionLine', { line: index + 1 })
    if (rows === null && columns === null) {
      if (line.length !== 1) throw new sheetLines.LineRefusal(createMessage('authoring.oneValueOnly', { position }))
      add(0, 0, line[0]!, position)
      continue
    }
    const [at = '', value, ...extraCells] = line
    if (value === undefined || extraCells.length > 0)
      throw new sheetLines.LineRefusal(createMessage('authoring.oneAxisLine', { position, count: line.length }))
    const place = parseHeader(at, rows ?? columns, names, position)
    if (rows === null) add(0, place, value, position)
    else add(place, 0, value, position)
  }
  return cells
}

const any = '*'
const rangeSign = '..'

/** A variant table as aligned text: question keys in the first line, one combination in each further line. */
export interface VariantContent {
  readonly question_ids: readonly number[]
  readonly rows: readonly formulaLanguage.TableRow[]
}

function formatCellPart(part: formulaLanguage.CellPart, question: number, names: sheetLines.SheetNames): string {
  if (typeof part !== 'number') return `${part.from}${rangeSign}${part.to}`
  return names.answerOf(question, part) ?? String(part)
}

function formatVariantCell(cell: formulaLanguage.Cell, question: number, names: sheetLines.SheetNames): string {
  return cell === any
    ? any
    : formulaLanguage
        .cellParts(cell)
        .map((part) => formatCellPart(part, question, names))
        .join(',')
}

export function formatVariants({ question_ids, rows }: VariantContent, names: sheetLines.SheetNames): string {
  const head = question_ids.map((id) => names.nameOf('question', id))
  return alignColumns(
    [head, ...rows.map((row) => row.map((cell, column) => formatVariantCell(cell, question_ids[column] ?? 0, names)))],
    'left',
  )
}

const numberPattern = /^-?\d+(\.\d+)?$/

function parseCellPart(
  text: string,
  question: number,
  names: sheetLines.SheetNames,
  position: Message,
): formulaLanguage.CellPart {
  const [from = '', to, ...extraParts] = text.split(rangeSign)
  if (to !== undefined && extraParts.length === 0 && numberPattern.test(from) && numberPattern.test(to))
    return { from: Number(from), to: Number(to) }
  if (numberPattern.test(text)) return names.numberOf(question, text)
  if (!names.hasAnswers(question))
    throw new sheetLines.LineRefusal(createMessage('authoring.variantCell', { position, text: formatValue(text) }))
  return names.answerIdAt(question, text, position)
}

function parseVariantCell(text: string, question: number, names: sheetLines.SheetNames, position: Message): formulaLanguage.Cell {
  if (text === any) return any
  const parts = text.split(',').map((part) => parseCellPart(part, question, names, position))
  return parts.length === 1 ? parts[0]! : parts
}

/** LineRefusal names the line of the table. */
export function parseVariants(notation: unknown, names: sheetLines.SheetNames): VariantContent {
  if (typeof notation !== 'string') throw new sheetLines.LineRefusal(createMessage('authoring.variantText'))
  const [head = [], ...body] = notation
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => line.split(/\s+/))
  const question_ids = head.map((key) => names.resolveKey('question', key))
  const rows = body.map((cells, index) => {
    const position = createMessage('authoring.positionLine', { line: index + 2 })
    if (cells.length !== head.length)
      throw new sheetLines.LineRefusal(
        createMessage('authoring.cellsPerQuestion', { position, count: cells.length, questions: head.length }),
      )
    return cells.map((cell, column) => parseVariantCell(cell, question_ids[column]!, names, position))
  })
  return { question_ids, rows }
}
