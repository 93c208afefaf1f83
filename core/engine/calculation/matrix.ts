// Matrix lookups by binary search, and the stored columns of calculation bodies. A lookup gives the same result as a scan of all cells.
import type { MatrixLookup, MatrixSource, BodySource, BodyType, CodeSource } from '../program/source.js'
import { createLabel, createMessage } from '../../foundation/message.js'
import { isObject } from '../../foundation/json.js'
import { Refusal } from '../../foundation/property/kind.js'

export const matrixLookups = ['exact', 'nextHigher', 'nextLower'] as const satisfies readonly MatrixLookup[]

/** Ten times as many as in the largest price tables of real products. Each step of a table of this size takes less than 100 ms. */
export const matrixLimits = { cells: 100_000 } as const

export interface MatrixCell {
  readonly row: number
  readonly column: number
  readonly value: string | number
}

/** Cells sorted by row and column. The cells of row r are at indexes rowStart[r] to rowStart[r + 1] - 1. */
export interface Matrix {
  readonly lookup: MatrixLookup
  readonly round: number | null
  readonly rows: Float64Array
  readonly rowStart: Int32Array
  readonly columns: Float64Array
  readonly values: Float64Array
}

export type Axis = { readonly question: number } | { readonly calculation: number } | null

/** The operand of an axis, or null if the matrix has no such axis. */
export function axisOperand(
  source: Pick<MatrixSource, `${'row' | 'column'}_${'question' | 'calculation'}_id`>,
  axis: 'row' | 'column',
): Axis {
  const question = source[`${axis}_question_id`]
  const calculation = source[`${axis}_calculation_id`]
  if (question !== null) return { question }
  return calculation === null ? null : { calculation }
}

type SortedCells = Pick<Matrix, 'rows' | 'rowStart' | 'columns' | 'values'>

const sortedCellsByList = new WeakMap<readonly MatrixCell[], SortedCells>()

/** Sorts the cells for lookups, once per list. Of two cells with the same coordinates, the first in the input counts. */
export function sortCells(cells: readonly MatrixCell[]): SortedCells {
  const cached = sortedCellsByList.get(cells)
  if (cached) return cached
  const [rows, columns, values] = (['row', 'column', 'value'] as const).map((name) =>
    Float64Array.from(cells, (cell) => Number(cell[name])),
  ) as [Float64Array, Float64Array, Float64Array]
  const compare = (a: number, b: number): number => rows[a]! - rows[b]! || columns[a]! - columns[b]!
  let order = Uint32Array.from(cells.keys())
  // Most tables are stored in order.
  if (!order.every((at) => at === 0 || compare(at - 1, at) < 0)) {
    order.sort((a, b) => compare(a, b) || a - b)
    order = order.filter((at, i) => i === 0 || compare(order[i - 1]!, at) !== 0)
  }
  const rowStart: number[] = []
  for (const [i, at] of order.entries()) if (i === 0 || rows[at] !== rows[order[i - 1]!]) rowStart.push(i)
  const sorted = {
    rows: Float64Array.from(rowStart, (i) => rows[order[i]!]!),
    rowStart: Int32Array.from([...rowStart, order.length]),
    columns: Float64Array.from(order, (at) => columns[at]!),
    values: Float64Array.from(order, (at) => values[at]!),
  }
  sortedCellsByList.set(cells, sorted)
  return sorted
}

export function compileMatrix({ lookup, round, cells }: Pick<MatrixSource, 'lookup' | 'round' | 'cells'>): Matrix {
  return { lookup, round: round !== null && round > 0 ? round : null, ...sortCells(cells) }
}

/** The first index in [low, high) whose value is >= x, or `high`. */
function lowerBound(sorted: Float64Array, x: number, low: number, high: number): number {
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! < x) low = middle + 1
    else high = middle
  }
  return low
}

/** Rounds half up to a multiple of the step, without binary rounding errors. */
export function roundToStep(x: number, step: number): number {
  return Number((Math.floor(Number((x / step).toPrecision(15)) + 0.5) * step).toPrecision(15))
}

/** The index of the cell at two coordinates, or -1. The caller rounds the coordinates first. */
export function findCell(matrix: Matrix, row: number, column: number): number {
  if (Number.isNaN(row) || Number.isNaN(column)) return -1
  const { rows, rowStart, columns, lookup } = matrix
  if (lookup === 'nextLower') {
    for (let r = upperBound(rows, row, 0, rows.length) - 1; r >= 0; r--) {
      const cell = upperBound(columns, column, rowStart[r]!, rowStart[r + 1]!) - 1
      if (cell >= rowStart[r]!) return cell
    }
    return -1
  }
  const first = lowerBound(rows, row, 0, rows.length)
  for (let r = first; r < rows.length; r++) {
    if (lookup === 'exact' && rows[r] !== row) return -1
    const cell = lowerBound(columns, column, rowStart[r]!, rowStart[r + 1]!)
    if (cell < rowStart[r + 1]! && (lookup === 'nextHigher' || columns[cell] === column)) return cell
  }
  return -1
}

/** The first index in [low, high) whose value is > x, or `high`. */
function upperBound(sorted: Float64Array, x: number, low: number, high: number): number {
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! <= x) low = middle + 1
    else high = middle
  }
  return low
}

// Validates the cells of a matrix: `[{row, column, value}]`, unique coordinates, decimal texts as values.

export const decimalText = /^-?\d+(\.\d+)?$/
/** Maximum number of characters in a cell's value. */
const maxTextLength = 40
/** Maximum number of significant digits that a double stores exactly. */
const significantDigits = 15

type Cell = Readonly<Record<string, unknown>>
export const cellKeys = ['row', 'column', 'value']

/** Integers below this limit are exact in a double. */
const safeWhole = 10 ** significantDigits

function isCoordinate(value: unknown): boolean {
  if (typeof value !== 'number') return false
  // Fast path: a large table has 500,000 coordinates, nearly always integers.
  if (Number.isInteger(value) && Math.abs(value) < safeWhole) return true
  return Number.isFinite(value) && Number(value.toPrecision(significantDigits)) === value
}

function checkCell(label: string, cell: unknown, index: number): Refusal | null {
  const path = `[${index}]`
  if (!isObject(cell))
    return new Refusal(createMessage('authoring.cellsRequired', { field: createLabel('field', label) }), 'WRONG_TYPE', path)
  for (const unknown in cell) {
    if (cellKeys.includes(unknown)) continue
    return new Refusal(
      createMessage('authoring.cellKeyUnknown', { name: unknown, field: createLabel('field', label) }),
      'UNKNOWN_FIELD',
      path,
    )
  }
  for (const key of ['row', 'column']) {
    if (!isCoordinate(cell[key]))
      return new Refusal(
        createMessage('authoring.cellCoordinate', { field: createLabel('field', label), axis: key }),
        'WRONG_TYPE',
        `${path}.${key}`,
      )
  }
  const { value } = cell
  const digits =
    typeof value === 'string' && value.length <= maxTextLength && decimalText.test(value)
      ? value.replace(/[-.]/g, '').replace(/^0+/, '').length
      : Number.NaN
  if (digits <= significantDigits) return null
  const message = createMessage('authoring.cellValue', { field: createLabel('field', label), count: significantDigits })
  return new Refusal(message, 'WRONG_TYPE', `${path}.value`)
}

/** The first error in the cells, or null. `label` is the authors' name of the field. */
export function checkCells(label: string, cells: unknown): Refusal | null {
  if (!Array.isArray(cells))
    return new Refusal(createMessage('authoring.cellsRequired', { field: createLabel('field', label) }), 'WRONG_TYPE')
  if (cells.length > matrixLimits.cells) {
    return new Refusal(
      createMessage('authoring.tooManyCells', {
        field: createLabel('field', label),
        most: matrixLimits.cells,
        count: cells.length,
      }),
      'TOO_LONG',
    )
  }
  // Numbers as keys: joining the coordinates of a large table to texts takes several times as long.
  const columnsByRow = new Map<unknown, Set<unknown>>()
  for (const [index, cell] of cells.entries()) {
    const refusal = checkCell(label, cell, index)
    if (refusal) return refusal
    const { row, column } = cell as Cell
    const columns = columnsByRow.get(row) ?? new Set()
    if (columns.size === 0) columnsByRow.set(row, columns)
    if (columns.has(column)) {
      return new Refusal(
        createMessage('authoring.cellTwice', { field: createLabel('field', label), row: String(row), column: String(column) }),
        'DUPLICATE',
        `[${index}]`,
      )
    }
    columns.add(column)
  }
  return null
}

// The stored columns of a body as input of the engine.

/** Column values of a stored or submitted body record. */
export type ColumnValues = Readonly<Record<string, unknown>>

/** The id in a column, or null. */
export function readIdColumn(columns: ColumnValues, column: string): number | null {
  const id = columns[column]
  return typeof id === 'number' ? id : null
}

/** Converts the stored columns of a calculation body into the engine's input. */
export function toMatrixSource(columns: ColumnValues): MatrixSource {
  return {
    row_question_id: readIdColumn(columns, 'row_question_id'),
    row_calculation_id: readIdColumn(columns, 'row_calculation_id'),
    column_question_id: readIdColumn(columns, 'column_question_id'),
    column_calculation_id: readIdColumn(columns, 'column_calculation_id'),
    lookup: matrixLookups.find((name) => name === columns['lookup']) ?? 'exact',
    round: typeof columns['round'] === 'number' ? columns['round'] : null,
    cells: Array.isArray(columns['cells']) ? (columns['cells'] as MatrixSource['cells']) : [],
  }
}

export function toCodeSource(columns: ColumnValues): CodeSource {
  return {
    code: typeof columns['code'] === 'string' ? columns['code'] : '',
    question_id_a: readIdColumn(columns, 'question_id_a'),
    question_id_b: readIdColumn(columns, 'question_id_b'),
    question_id_c: readIdColumn(columns, 'question_id_c'),
    question_id_d: readIdColumn(columns, 'question_id_d'),
  }
}

/** Converters by calculation type. */
export const toBodySource: Readonly<Record<BodyType, (columns: ColumnValues) => BodySource>> = {
  formula: ({ terms }) => ({ formula: { terms } }),
  matrix: (columns) => ({ matrix: toMatrixSource(columns) }),
  code: (columns) => ({ code: toCodeSource(columns) }),
}
