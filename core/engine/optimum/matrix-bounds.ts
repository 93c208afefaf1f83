// The cells of a matrix that can be reached while its coordinates are undecided.
import { unboundedInterval, pointInterval, type Interval, hasNumbers } from '../calculation/interval.js'
import type { Matrix } from '../calculation/matrix.js'

/** Whether all rows have the same columns. */
function hasFullRows({ rows, rowStart, columns }: Matrix): boolean {
  const width = rowStart[1]! - rowStart[0]!
  for (let row = 0; row < rows.length; row++) {
    if (rowStart[row + 1]! - rowStart[row]! !== width) return false
    for (let at = 0; at < width; at++) if (columns[rowStart[row]! + at] !== columns[at]) return false
  }
  return true
}

const fullRows = new WeakMap<Matrix, boolean>()

/** The first and last index that coordinates in the interval can reach. Empty (first > last) if there is none. */
function reachableIndexes(sorted: Float64Array, { low, high }: Interval, lookup: Matrix['lookup']): readonly [number, number] {
  let first = 0
  let last = sorted.length - 1
  if (lookup === 'nextLower') {
    while (first < last && sorted[first + 1]! <= low) first++
    while (last >= 0 && sorted[last]! > high) last--
    return [first, last]
  }
  while (first <= last && sorted[first]! < low) first++
  if (lookup === 'exact') while (last >= 0 && sorted[last]! > high) last--
  else while (last > 0 && sorted[last - 1]! >= high) last--
  return [first, last]
}

/** Whether every coordinate in the interval finds an index. */
function alwaysReached(sorted: Float64Array, { low, high, canBeNull }: Interval, lookup: Matrix['lookup']): boolean {
  if (canBeNull || sorted.length === 0) return false
  if (lookup === 'nextHigher') return high <= sorted.at(-1)!
  if (lookup === 'nextLower') return low >= sorted[0]!
  return low === high && sorted.includes(low)
}

/** Bounds of the cell values for coordinates in these intervals. */
export function boundCells(matrix: Matrix, row: Interval, column: Interval): Interval {
  const { rows, rowStart, columns, values, lookup } = matrix
  if (rows.length === 0 || !hasNumbers(row) || !hasNumbers(column)) return pointInterval(Number.NaN)
  const isComplete = fullRows.get(matrix) ?? hasFullRows(matrix)
  fullRows.set(matrix, isComplete)
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let nothing = true
  const include = (from: number, to: number): void => {
    for (let at = from; at <= to; at++) {
      low = Math.min(low, values[at]!)
      high = Math.max(high, values[at]!)
    }
  }
  if (isComplete) {
    const width = rowStart[1]!
    const rowColumns = columns.subarray(0, width)
    const [firstRow, lastRow] = reachableIndexes(rows, row, lookup)
    const [first, last] = reachableIndexes(rowColumns, column, lookup)
    for (let at = firstRow; at <= lastRow; at++) include(rowStart[at]! + first, rowStart[at]! + last)
    nothing = !(alwaysReached(rows, row, lookup) && alwaysReached(rowColumns, column, lookup))
  } else include(0, values.length - 1)
  if (low > high) return pointInterval(Number.NaN)
  return Number.isNaN(low) ? unboundedInterval : { low, high, canBeNull: nothing, summands: null }
}
