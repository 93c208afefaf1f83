// Which cells of a table can be found while its coordinates are open.
import { anything, exactly, type Interval, isNumber } from '../calculation/interval.js'
import type { Matrix } from '../calculation/matrix.js'

/** Whether every row has the same columns. */
function isFull({ rows, start, columns }: Matrix): boolean {
  const width = start[1]! - start[0]!
  for (let row = 0; row < rows.length; row++) {
    if (start[row + 1]! - start[row]! !== width) return false
    for (let at = 0; at < width; at++) if (columns[start[row]! + at] !== columns[at]) return false
  }
  return true
}

const fullness = new WeakMap<Matrix, boolean>()

/** The places that coordinates between two ends lead to; empty where none is. */
function reached(sorted: Float64Array, { low, high }: Interval, lookup: Matrix['lookup']): readonly [number, number] {
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

/** Whether every coordinate between the ends finds a place. */
function always(sorted: Float64Array, { low, high, nothing }: Interval, lookup: Matrix['lookup']): boolean {
  if (nothing || sorted.length === 0) return false
  if (lookup === 'nextHigher') return high <= sorted.at(-1)!
  if (lookup === 'nextLower') return low >= sorted[0]!
  return low === high && sorted.includes(low)
}

/** What the table can yield for coordinates between these ends. */
export function cellsWithin(matrix: Matrix, row: Interval, column: Interval): Interval {
  const { rows, start, columns, values, lookup } = matrix
  if (rows.length === 0 || !isNumber(row) || !isNumber(column)) return exactly(Number.NaN)
  const full = fullness.get(matrix) ?? isFull(matrix)
  fullness.set(matrix, full)
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let nothing = true
  const take = (from: number, to: number): void => {
    for (let at = from; at <= to; at++) {
      low = Math.min(low, values[at]!)
      high = Math.max(high, values[at]!)
    }
  }
  if (full) {
    const width = start[1]!
    const own = columns.subarray(0, width)
    const [firstRow, lastRow] = reached(rows, row, lookup)
    const [first, last] = reached(own, column, lookup)
    for (let at = firstRow; at <= lastRow; at++) take(start[at]! + first, start[at]! + last)
    nothing = !(always(rows, row, lookup) && always(own, column, lookup))
  } else take(0, values.length - 1)
  if (low > high) return exactly(Number.NaN)
  return Number.isNaN(low) ? anything : { low, high, nothing, adds: null }
}
