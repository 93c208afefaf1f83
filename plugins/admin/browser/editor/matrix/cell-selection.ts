// The selection in a table: the active cell and the opposite corner of the block. Index -1 is an edge.
import type { CellBlock } from './matrix-table.js'

export interface CellPosition {
  readonly row: number
  readonly column: number
}

export interface CellSelection {
  readonly active: CellPosition
  /** The opposite corner. */
  readonly end: CellPosition
}

export const selectCell = (active: CellPosition): CellSelection => ({ active, end: active })

/** The cells of a selection, without edges. Empty (bottom above top) if it contains only edges. */
export function toCellBlock({ active, end }: CellSelection): CellBlock {
  return {
    top: Math.max(0, Math.min(active.row, end.row)),
    left: Math.max(0, Math.min(active.column, end.column)),
    bottom: Math.max(active.row, end.row),
    right: Math.max(active.column, end.column),
  }
}

interface GridDimensions {
  readonly rows: number
  readonly columns: number
  /** Number of rows that Page Up and Page Down move. */
  readonly page: number
}

const clampNumber = (value: number, least: number, greatest: number): number => Math.max(least, Math.min(value, greatest))

/** The target of a navigation key. null for other keys. */
export function getNavigationTarget(
  key: string,
  ctrl: boolean,
  { row, column }: CellPosition,
  { rows, columns, page }: GridDimensions,
): CellPosition | null {
  const [lastRow, lastColumn] = [rows - 1, columns - 1]
  const places: Readonly<Record<string, CellPosition>> = {
    ArrowUp: { row: ctrl ? 0 : row - 1, column },
    ArrowDown: { row: ctrl ? lastRow : row + 1, column },
    ArrowLeft: { row, column: ctrl ? 0 : column - 1 },
    ArrowRight: { row, column: ctrl ? lastColumn : column + 1 },
    PageUp: { row: row - page, column },
    PageDown: { row: row + page, column },
    Home: { row: ctrl ? 0 : row, column: 0 },
    End: { row: ctrl ? lastRow : row, column: lastColumn },
  }
  const place = Object.hasOwn(places, key) ? places[key]! : null
  return place && { row: clampNumber(place.row, -1, lastRow), column: clampNumber(place.column, -1, lastColumn) }
}
