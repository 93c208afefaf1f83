// The selection in a table: the active cell and the opposite corner of the block. Index -1 is an edge.
import type { Block } from './table.js'

export interface Place {
  readonly row: number
  readonly column: number
}

export interface Selection {
  readonly active: Place
  /** The opposite corner. */
  readonly end: Place
}

export const only = (active: Place): Selection => ({ active, end: active })

/** The cells of a selection, without edges. Empty (bottom above top) if it contains only edges. */
export function blockOf({ active, end }: Selection): Block {
  return {
    top: Math.max(0, Math.min(active.row, end.row)),
    left: Math.max(0, Math.min(active.column, end.column)),
    bottom: Math.max(active.row, end.row),
    right: Math.max(active.column, end.column),
  }
}

interface Size {
  readonly rows: number
  readonly columns: number
  /** Number of rows that Page Up and Page Down move. */
  readonly page: number
}

const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most))

/** The target of a navigation key. null for other keys. */
export function stepOf(key: string, ctrl: boolean, { row, column }: Place, { rows, columns, page }: Size): Place | null {
  const [lastRow, lastColumn] = [rows - 1, columns - 1]
  const places: Readonly<Record<string, Place>> = {
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
  return place && { row: within(place.row, -1, lastRow), column: within(place.column, -1, lastColumn) }
}
