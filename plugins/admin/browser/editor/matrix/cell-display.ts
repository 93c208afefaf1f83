// Display text, CSS classes and heat map colour of a grid cell.
import { type TableAnalysis, isValidAmount } from './table-analysis.js'
import type { AxisSource, AxisReach } from './axis-source.js'
import type { CellDisplay } from './grid-size.js'
import { formatCellNumber } from './cell-number.js'
import type { CellPosition } from './cell-selection.js'
import type { MatrixTable } from './matrix-table.js'

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
