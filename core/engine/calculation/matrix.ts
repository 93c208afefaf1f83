// Matrix look-ups: cells in sorted arrays, found as if scanned cell by cell (spec 2.5, domain §5).
import type { MatrixLookup, MatrixSource } from '../program/source.js'

export const matrixLookups = ['exact', 'nextHigher', 'nextLower'] as const satisfies readonly MatrixLookup[]

export const matrixLimits = { cells: 250_000 } as const

export interface MatrixCell {
  readonly row: number
  readonly column: number
  readonly value: string | number
}

/** Cells by row and column, ascending; the cells of row r stand at start[r] up to start[r + 1]. */
export interface Matrix {
  readonly lookup: MatrixLookup
  readonly round: number | null
  readonly rows: Float64Array
  readonly start: Int32Array
  readonly columns: Float64Array
  readonly values: Float64Array
}

export type Axis = { readonly question: number } | { readonly calculation: number } | null

/** What gives the coordinate on an axis; null where the matrix has no such axis. */
export function axisOf(
  source: Pick<MatrixSource, `${'row' | 'column'}_${'question' | 'calculation'}_id`>,
  axis: 'row' | 'column',
): Axis {
  const question = source[`${axis}_question_id`]
  const calculation = source[`${axis}_calculation_id`]
  if (question !== null) return { question }
  return calculation === null ? null : { calculation }
}

/** Sorts the cells for look-ups. Of two at one coordinate the first given counts. */
export function compileMatrix(body: {
  readonly lookup: MatrixLookup
  readonly round: number | null
  readonly cells: readonly MatrixCell[]
}): Matrix {
  const cells = body.cells
    .map((cell, given) => ({ row: Number(cell.row), column: Number(cell.column), value: Number(cell.value), given }))
    .sort((a, b) => a.row - b.row || a.column - b.column || a.given - b.given)
    .filter((cell, i, all) => i === 0 || cell.row !== all[i - 1]!.row || cell.column !== all[i - 1]!.column)
  const starts = cells.flatMap((cell, i) => (i === 0 || cell.row !== cells[i - 1]!.row ? [i] : []))
  return {
    lookup: body.lookup,
    round: body.round !== null && body.round > 0 ? body.round : null,
    rows: Float64Array.from(starts, (i) => cells[i]!.row),
    start: Int32Array.from([...starts, cells.length]),
    columns: Float64Array.from(cells, (cell) => cell.column),
    values: Float64Array.from(cells, (cell) => cell.value),
  }
}

/** The first position in [low, high) whose value is at least x; high if none is. */
function lowerBound(sorted: Float64Array, x: number, low: number, high: number): number {
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! < x) low = middle + 1
    else high = middle
  }
  return low
}

/** The nearest multiple of the step, half up, without the noise of binary fractions. */
export function roundToStep(x: number, step: number): number {
  return Number((Math.floor(Number((x / step).toPrecision(15)) + 0.5) * step).toPrecision(15))
}

/** The position of the cell for two coordinates, or -1. Rounding to the step is the caller's, axis by axis. */
export function findCell(matrix: Matrix, row: number, column: number): number {
  if (Number.isNaN(row) || Number.isNaN(column)) return -1
  const { rows, start, columns, lookup } = matrix
  if (lookup === 'nextLower') {
    for (let r = upperBound(rows, row, 0, rows.length) - 1; r >= 0; r--) {
      const cell = upperBound(columns, column, start[r]!, start[r + 1]!) - 1
      if (cell >= start[r]!) return cell
    }
    return -1
  }
  const first = lowerBound(rows, row, 0, rows.length)
  for (let r = first; r < rows.length; r++) {
    if (lookup === 'exact' && rows[r] !== row) return -1
    const cell = lowerBound(columns, column, start[r]!, start[r + 1]!)
    if (cell < start[r + 1]! && (lookup === 'nextHigher' || columns[cell] === column)) return cell
  }
  return -1
}

/** The first position in [low, high) whose value is above x; high if none is. */
function upperBound(sorted: Float64Array, x: number, low: number, high: number): number {
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! <= x) low = middle + 1
    else high = middle
  }
  return low
}
