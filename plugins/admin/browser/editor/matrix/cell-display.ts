// The display of a table's cells, and the values that the table lacks.
import { type AxisSource, type AxisReach, isLowerThanPrevious } from './axis-source.js'
import type { CellDisplay } from './grid-size.js'
import { formatCellNumber } from './cell-number.js'
import type { CellPosition } from './cell-selection.js'
import type { MatrixTable, AxisDomain, AxisCoordinate } from './matrix-table.js'

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
const isValidAmount = (text: string): boolean => /^-?\d{1,15}(\.\d{1,15})?$/.test(text)

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

interface CellDisplayInput {
  readonly table: MatrixTable
  readonly rowOffer: AxisSource
  readonly columnOffer: AxisSource
  readonly rowReach: AxisReach
  readonly columnReach: AxisReach
  readonly analysis: TableAnalysis
  /** True while the heat map is on. */
  readonly warm: boolean
}

export function createCellDisplay({
  table,
  rowOffer,
  columnOffer,
  rowReach,
  columnReach,
  analysis,
  warm,
}: CellDisplayInput): (place: CellPosition) => CellDisplay {
  const maximum = (shares: readonly number[] | null): number => (shares ? shares.reduce((a, b) => Math.max(a, b), 0) : 1)
  const [maxRow, maxColumn] = [maximum(rowReach.shares), maximum(columnReach.shares)]
  const edge = (text: string, at: number | null | undefined, isTwice: boolean, isMet: boolean): CellDisplay => ({
    text,
    marks: `${at === null || isTwice ? 'wrong' : ''}${isMet ? '' : ' unmet'}`,
    heat: null,
  })
  return ({ row, column }) => {
    if (column < 0) {
      const at = table.rows[row]
      const isTwice = at !== null && at !== undefined && analysis.duplicateRows.has(at)
      return edge(rowOffer.formatCoordinate(at ?? null), at, isTwice, rowReach.shares?.[row] !== 0)
    }
    if (row < 0) {
      const at = table.columns[column]
      const isTwice = at !== null && at !== undefined && analysis.duplicateColumns.has(at)
      return edge(columnOffer.formatCoordinate(at ?? null), at, isTwice, columnReach.shares?.[column] !== 0)
    }
    const text = table.values[row]?.[column] ?? ''
    const share = (rowReach.shares?.[row] ?? maxRow) * (columnReach.shares?.[column] ?? maxColumn)
    const isWrong = text !== '' && !isValidAmount(text)
    const marks = [
      text === '' ? 'hole' : '',
      isWrong ? 'wrong' : '',
      text !== '' && analysis.isDecreasing(row, column) ? 'falls' : '',
      share === 0 ? 'unmet' : '',
    ]
    // Square root, because areas of large tables differ by powers of ten.
    const heat =
      warm && share > 0 && text !== '' && !isWrong ? Math.sqrt(share / Math.max(maxRow * maxColumn, Number.MIN_VALUE)) : null
    return { text: formatCellNumber(text), marks: marks.filter(Boolean).join(' '), heat }
  }
}
