// Matrix lookups by binary search. The result is the same as a scan of all cells.
import type { MatrixLookup, MatrixSource } from '../program/source.js'

export const matrixLookups = ['exact', 'nextHigher', 'nextLower'] as const satisfies readonly MatrixLookup[]

export const matrixLimits = { cells: 250_000 } as const

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

/** Sorts the cells for lookups. Of two cells with the same coordinates, the first in the input counts. */
export function compileMatrix(body: {
  readonly lookup: MatrixLookup
  readonly round: number | null
  readonly cells: readonly MatrixCell[]
}): Matrix {
  const cells = body.cells
    .map((cell, position) => ({ row: Number(cell.row), column: Number(cell.column), value: Number(cell.value), given: position }))
    .sort((a, b) => a.row - b.row || a.column - b.column || a.given - b.given)
    .filter((cell, i, all) => i === 0 || cell.row !== all[i - 1]!.row || cell.column !== all[i - 1]!.column)
  const starts = cells.flatMap((cell, i) => (i === 0 || cell.row !== cells[i - 1]!.row ? [i] : []))
  return {
    lookup: body.lookup,
    round: body.round !== null && body.round > 0 ? body.round : null,
    rows: Float64Array.from(starts, (i) => cells[i]!.row),
    rowStart: Int32Array.from([...starts, cells.length]),
    columns: Float64Array.from(cells, (cell) => cell.column),
    values: Float64Array.from(cells, (cell) => cell.value),
  }
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
