// Cells of a table: the active cell and the selected block, and numbers in common notations. Index -1 is an edge.
import type { CellBlock } from './matrix-table.js'
import { formatTypedNumber, parseNumberWith } from '#core/contract.js'
import { typedText } from '#core/surface.js'
import { currentLanguage } from '../../wording/text.js'
import { tEditor } from '../editor-text.js'

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

const mirroredKeys: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

/** The key for `getNavigationTarget`. In right-to-left layouts the next column is on the left. */
export const toColumnKey = (key: string, direction: string): string => (direction === 'rtl' ? (mirroredKeys[key] ?? key) : key)

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

/** The decimal separator. */
export type DecimalSeparator = ReturnType<typeof typedText.getDecimalSign>

const removeUnit = (text: string): string => typedText.stripCurrency(text.trim().replace(/%$/, ''))

/** The decimal separator of texts that belong together, or the reason why they cannot be read. */
export function detectDecimalSeparator(
  texts: readonly string[],
  language: string,
): { readonly decimal: DecimalSeparator } | { readonly refusal: string } {
  const column = typedText.parseNumberColumn(texts.map(removeUnit), language)
  if ('cells' in column) {
    const [comma, point] = column.cells
    return { refusal: tEditor('mixedNumbers', { comma: texts[comma]!, point: texts[point]! }) }
  }
  for (const [index, cellNumber] of column.numbers.entries()) {
    if (!('readings' in cellNumber)) continue
    const [first, second] = cellNumber.readings.map((reading) => formatTypedNumber(reading, language))
    return { refusal: tEditor('ambiguousNumber', { text: texts[index]!, first: first!, second: second! }) }
  }
  return { decimal: column.decimal ?? typedText.getDecimalSign(language) }
}

/** The plain text of a number, `1234.50`, with all its digits. null for other texts. */
export const parseCellNumber = (text: string, decimal: DecimalSeparator): string | null =>
  parseNumberWith(removeUnit(text), decimal)

const plainNumberPattern = /^-?\d+(?:\.\d+)?$/

/** A cell's text in the language of the account: `1234,50`. Invalid numbers stay unchanged. */
export const formatCellNumber = (text: string): string =>
  plainNumberPattern.test(text) ? formatTypedNumber(text, currentLanguage.get()) : text

/** In pixels. */
export const gridSize = { row: 30, column: 88, edge: 150 } as const

/** Cell sizes of a grid, and the display data of a cell. */
export interface CellDisplay {
  readonly text: string
  /** CSS class names, separated by spaces. */
  readonly marks: string
  /** Heat map value from 0 to 1. null for no colour. */
  readonly heat: number | null
  /** The address of a picture in the cell. Its text is then the name of the picture. */
  readonly picture?: string
}
