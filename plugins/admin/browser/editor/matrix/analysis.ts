// Finds problems of a table: missing cells, invalid numbers, and values that fall along a rising axis.
import { fallsAt } from './reach.js'
import type { Axis, Coordinate, Table } from './table.js'

export interface Analysis {
  readonly cells: number
  readonly holes: number
  readonly wrong: number
  /** Position of the first missing cell. null if there is none. */
  readonly firstHole: readonly [number, number] | null
  readonly firstFall: readonly [number, number] | null
  readonly falls: number
  readonly fall: (row: number, column: number) => boolean
  /** Duplicate coordinates. */
  readonly twiceRows: ReadonlySet<number>
  readonly twiceColumns: ReadonlySet<number>
}

/** Format of a cell: a decimal number with at most 15 digits on each side. */
export const isAmount = (text: string): boolean => /^-?\d{1,15}(\.\d{1,15})?$/.test(text)

function twice(coordinates: readonly Coordinate[]): ReadonlySet<number> {
  const seen = new Set<number>()
  return new Set(coordinates.filter((at): at is number => at !== null && seen.size === seen.add(at).size))
}

export function analyse(table: Table, rowAxis: Axis, columnAxis: Axis): Analysis {
  const { rows, columns, values } = table
  const fall = (r: number, c: number): boolean =>
    (rowAxis.kind === 'numbers' && fallsAt((at) => values[at]![c]!, rows, r)) ||
    (columnAxis.kind === 'numbers' && fallsAt((at) => values[r]![at]!, columns, c))
  let [cells, holes, wrong, falls] = [0, 0, 0, 0]
  let firstHole: Analysis['firstHole'] = null
  let firstFall: Analysis['firstFall'] = null
  for (const [r, row] of values.entries()) {
    for (const [c, value] of row.entries()) {
      if (value === '') {
        holes++
        firstHole ??= [r, c]
        continue
      }
      cells++
      if (!isAmount(value)) wrong++
      else if (fall(r, c)) {
        falls++
        firstFall ??= [r, c]
      }
    }
  }
  return { cells, holes, wrong, falls, firstHole, firstFall, fall, twiceRows: twice(rows), twiceColumns: twice(columns) }
}
