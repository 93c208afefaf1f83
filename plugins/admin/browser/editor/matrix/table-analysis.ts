// Finds problems of a table: missing cells, invalid numbers, and values that fall along a rising axis.
import { isLowerThanPrevious } from './axis-source.js'
import type { AxisDomain, AxisCoordinate, MatrixTable } from './matrix-table.js'

export interface TableAnalysis {
  readonly cells: number
  readonly holes: number
  readonly wrong: number
  /** Position of the first missing cell. null if there is none. */
  readonly firstHole: readonly [number, number] | null
  readonly firstFall: readonly [number, number] | null
  readonly decreases: number
  readonly isDecreasing: (row: number, column: number) => boolean
  /** Duplicate coordinates. */
  readonly duplicateRows: ReadonlySet<number>
  readonly duplicateColumns: ReadonlySet<number>
}

/** Format of a cell: a decimal number with at most 15 digits on each side. */
export const isValidAmount = (text: string): boolean => /^-?\d{1,15}(\.\d{1,15})?$/.test(text)

function findDuplicates(coordinates: readonly AxisCoordinate[]): ReadonlySet<number> {
  const coordinateSet = new Set<number>()
  return new Set(coordinates.filter((at): at is number => at !== null && coordinateSet.size === coordinateSet.add(at).size))
}

export function analyzeTable(table: MatrixTable, rowAxis: AxisDomain, columnAxis: AxisDomain): TableAnalysis {
  const { rows, columns, values } = table
  const isDecreasing = (r: number, c: number): boolean =>
    (rowAxis.kind === 'numbers' && isLowerThanPrevious((at) => values[at]![c]!, rows, r)) ||
    (columnAxis.kind === 'numbers' && isLowerThanPrevious((at) => values[r]![at]!, columns, c))
  let [cells, holes, wrong, decreases] = [0, 0, 0, 0]
  let firstHole: TableAnalysis['firstHole'] = null
  let firstFall: TableAnalysis['firstFall'] = null
  for (const [r, row] of values.entries()) {
    for (const [c, value] of row.entries()) {
      if (value === '') {
        holes++
        firstHole ??= [r, c]
        continue
      }
      cells++
      if (!isValidAmount(value)) wrong++
      else if (isDecreasing(r, c)) {
        decreases++
        firstFall ??= [r, c]
      }
    }
  }
  return {
    cells,
    holes,
    wrong,
    decreases,
    firstHole,
    firstFall,
    isDecreasing,
    duplicateRows: findDuplicates(rows),
    duplicateColumns: findDuplicates(columns),
  }
}
