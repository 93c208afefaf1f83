// A matrix as an aligned text table: coordinates at the edges, `-` for a missing cell.
import { createMessage, type Message, formatValue } from '../../foundation/message.js'
import { type Axis, decimalText } from '../../engine/calculation/matrix.js'
import type { SheetNames } from './sheet-names.js'
import { LineRefusal } from './tokens.js'

export interface TableCell {
  readonly row: number
  readonly column: number
  readonly value: string
}

const missingCell = '-'
const corner = '*'

/** The coordinate at an edge of the table: an answer's key, or else the number itself. */
export function formatAxisCoordinate(axis: Axis, at: number, names: SheetNames): string {
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
export function formatMatrixTable(cells: readonly TableCell[], rows: Axis, columns: Axis, names: SheetNames): string | null {
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

function parseHeader(text: string, axis: Axis, names: SheetNames, position: Message): number {
  const isOfQuestion = axis !== null && 'question' in axis
  if (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return isOfQuestion ? names.numberOf(axis.question, text) : Number(text)
  if (isOfQuestion) return names.answerIdAt(axis.question, text, position)
  throw new LineRefusal(createMessage('authoring.coordinateNumber', { position, text: formatValue(text) }))
}

/** Parses the cells of a table. Yields after each line. LineRefusal names the line of the table. */
export function* parseMatrixTable(
  text: string,
  rows: Axis,
  columns: Axis,
  names: SheetNames,
): Generator<void, readonly TableCell[]> {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => line.split(/\s+/))
  const cells: TableCell[] = []
  const add = (row: number, column: number, value: string, position: Message): void => {
    if (value === missingCell) return
    if (!decimalText.test(value))
      throw new LineRefusal(createMessage('authoring.amountRequired', { position, text: formatValue(value) }))
    cells.push({ row, column, value })
  }
  if (rows !== null && columns !== null) {
    const [head = [], ...body] = lines
    const columnsAt = head.slice(1).map((at) => parseHeader(at, columns, names, createMessage('authoring.positionFirstLine')))
    if (columnsAt.length === 0) throw new LineRefusal(createMessage('authoring.tableWithoutColumns'))
    for (const [index, [at = '', ...values]] of body.entries()) {
      yield
      const position = createMessage('authoring.positionLine', { line: index + 2 })
      if (values.length !== columnsAt.length)
        throw new LineRefusal(
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
      if (line.length !== 1) throw new LineRefusal(createMessage('authoring.oneValueOnly', { position }))
      add(0, 0, line[0]!, position)
      continue
    }
    const [at = '', value, ...extraCells] = line
    if (value === undefined || extraCells.length > 0)
      throw new LineRefusal(createMessage('authoring.oneAxisLine', { position, count: line.length }))
    const place = parseHeader(at, rows ?? columns, names, position)
    if (rows === null) add(0, place, value, position)
    else add(place, 0, value, position)
  }
  return cells
}
