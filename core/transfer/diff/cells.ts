// Compares two price tables: their settings, and their cells by coordinates.
import type { Axis } from '../../engine/calculation/matrix.js'
import { groupByRow, type TableCell } from '../sheet/matrix-table.js'
import { isSameJson } from '../../foundation/json.js'

export interface MatrixShape {
  readonly rows: Axis
  readonly columns: Axis
  readonly lookup: string
  readonly round?: number | null
  readonly cells: readonly TableCell[]
}

/** The authored body of a price table. */
export function toMatrixShape(body: Readonly<Record<string, unknown>>): MatrixShape {
  const { rows, columns, lookup, round, cells } = body as {
    readonly [K in keyof MatrixShape]: MatrixShape[K]
  }
  return { rows, columns, lookup, cells, ...(round !== undefined && { round }) }
}

interface CellChange {
  readonly row: number
  readonly column: number
  /** Null if there is no cell. */
  readonly from: string | null
  readonly to: string | null
}

export const toCellKey = ({ row, column }: Pick<TableCell, 'row' | 'column'>): string => `${row} ${column}`

/** True if both tables have the same axes. Only then can cells be compared one by one. */
export const hasSameAxes = (a: MatrixShape, b: MatrixShape): boolean =>
  isSameJson(a.rows, b.rows) && isSameJson(a.columns, b.columns)

/** `4.5` and `4.50` are the same amount. */
export const isSameAmount = (a: string | null, b: string | null): boolean =>
  a === b || (a !== null && b !== null && Number(a) === Number(b))

/** Sorted by row and column, ascending. */
export function findChangedCells(a: readonly TableCell[], b: readonly TableCell[]): readonly CellChange[] {
  const [before, after] = [groupByRow(a), groupByRow(b)]
  const changes: CellChange[] = []
  for (const cell of a) {
    const to = after.get(cell.row)?.get(cell.column) ?? null
    if (!isSameAmount(cell.value, to)) changes.push({ row: cell.row, column: cell.column, from: cell.value, to })
  }
  for (const cell of b) {
    if (!before.get(cell.row)?.has(cell.column)) changes.push({ row: cell.row, column: cell.column, from: null, to: cell.value })
  }
  return changes.sort((x, y) => x.row - y.row || x.column - y.column)
}
