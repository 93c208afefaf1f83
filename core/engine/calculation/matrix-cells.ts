// Validates the cells of a matrix: `[{row, column, value}]`, unique coordinates, decimal texts as values.
import { createLabel, createMessage } from '../../foundation/message.js'
import { isObject } from '../../foundation/json.js'
import { Refusal } from '../../foundation/property/kind.js'
import { matrixLimits } from './matrix.js'

export const decimalText = /^-?\d+(\.\d+)?$/
/** Maximum number of characters in a cell's value. */
const maxTextLength = 40
/** Maximum number of significant digits that a double stores exactly. */
const significantDigits = 15

type Cell = Readonly<Record<string, unknown>>
export const cellKeys = ['row', 'column', 'value']

/** Integers below this limit are exact in a double. */
const safeWhole = 10 ** significantDigits

function isCoordinate(value: unknown): boolean {
  if (typeof value !== 'number') return false
  // Fast path: a large table has 500,000 coordinates, nearly always integers.
  if (Number.isInteger(value) && Math.abs(value) < safeWhole) return true
  return Number.isFinite(value) && Number(value.toPrecision(significantDigits)) === value
}

function checkCell(label: string, cell: unknown, index: number): Refusal | null {
  const path = `[${index}]`
  if (!isObject(cell))
    return new Refusal(createMessage('authoring.cellsRequired', { field: createLabel('field', label) }), 'WRONG_TYPE', path)
  for (const unknown in cell) {
    if (cellKeys.includes(unknown)) continue
    return new Refusal(
      createMessage('authoring.cellKeyUnknown', { name: unknown, field: createLabel('field', label) }),
      'UNKNOWN_FIELD',
      path,
    )
  }
  for (const key of ['row', 'column']) {
    if (!isCoordinate(cell[key]))
      return new Refusal(
        createMessage('authoring.cellCoordinate', { field: createLabel('field', label), axis: key }),
        'WRONG_TYPE',
        `${path}.${key}`,
      )
  }
  const { value } = cell
  const digits =
    typeof value === 'string' && value.length <= maxTextLength && decimalText.test(value)
      ? value.replace(/[-.]/g, '').replace(/^0+/, '').length
      : Number.NaN
  if (digits <= significantDigits) return null
  const message = createMessage('authoring.cellValue', { field: createLabel('field', label), count: significantDigits })
  return new Refusal(message, 'WRONG_TYPE', `${path}.value`)
}

/** The first error in the cells, or null. `label` is the authors' name of the field. */
export function checkCells(label: string, cells: unknown): Refusal | null {
  if (!Array.isArray(cells))
    return new Refusal(createMessage('authoring.cellsRequired', { field: createLabel('field', label) }), 'WRONG_TYPE')
  if (cells.length > matrixLimits.cells) {
    return new Refusal(
      createMessage('authoring.tooManyCells', {
        field: createLabel('field', label),
        most: matrixLimits.cells,
        count: cells.length,
      }),
      'TOO_LONG',
    )
  }
  // Numbers as keys: joining the coordinates of a large table to texts takes several times as long.
  const columnsByRow = new Map<unknown, Set<unknown>>()
  for (const [index, cell] of cells.entries()) {
    const refusal = checkCell(label, cell, index)
    if (refusal) return refusal
    const { row, column } = cell as Cell
    const columns = columnsByRow.get(row) ?? new Set()
    if (columns.size === 0) columnsByRow.set(row, columns)
    if (columns.has(column)) {
      return new Refusal(
        createMessage('authoring.cellTwice', { field: createLabel('field', label), row: String(row), column: String(column) }),
        'DUPLICATE',
        `[${index}]`,
      )
    }
    columns.add(column)
  }
  return null
}
