// Judges the cells of a matrix: `[{row, column, value}]`, no two at one coordinate; values are decimal texts (spec 2.5, domain §5).
import { isObject } from '../../ground/object.js'
import { Refusal } from '../../ground/property/kind.js'
import { matrixLimits } from './matrix.js'

export const decimalText = /^-?\d+(\.\d+)?$/
/** Characters that a number may be written with. */
const longestText = 40
/** A double holds 15 digits safely; a cell's text may spell no more. */
const significantDigits = 15

type Cell = Readonly<Record<string, unknown>>
export const cellKeys = ['row', 'column', 'value']

/** Whole numbers below it have no more digits than a double holds safely. */
const safeWhole = 10 ** significantDigits

function isCoordinate(value: unknown): boolean {
  if (typeof value !== 'number') return false
  // A large table has half a million of them, and nearly all are whole.
  if (Number.isInteger(value) && Math.abs(value) < safeWhole) return true
  return Number.isFinite(value) && Number(value.toPrecision(significantDigits)) === value
}

function judgeCell(label: string, cell: unknown, index: number): Refusal | null {
  const path = `[${index}]`
  if (!isObject(cell)) return new Refusal(`Field ${label} takes a list of {row, column, value}.`, 'WRONG_TYPE', path)
  const unknown = Object.keys(cell).find((key) => !cellKeys.includes(key))
  if (unknown !== undefined) {
    return new Refusal(`Unknown key '${unknown}' in field ${label}; its entries are {row, column, value}.`, 'UNKNOWN_FIELD', path)
  }
  for (const key of ['row', 'column']) {
    if (!isCoordinate(cell[key]))
      return new Refusal(`Field ${label} takes a number as ${key} of each cell.`, 'WRONG_TYPE', `${path}.${key}`)
  }
  const { value } = cell
  const digits =
    typeof value === 'string' && value.length <= longestText && decimalText.test(value)
      ? value.replace(/[-.]/g, '').replace(/^0+/, '').length
      : Number.NaN
  if (digits <= significantDigits) return null
  const message = `Field ${label} takes a decimal text such as "109.50" as value of each cell, of at most ${significantDigits} digits.`
  return new Refusal(message, 'WRONG_TYPE', `${path}.value`)
}

/** The first thing that is wrong with the cells of the field that authors know by the label; null where nothing is. */
export function judgeCells(label: string, cells: unknown): Refusal | null {
  if (!Array.isArray(cells)) return new Refusal(`Field ${label} takes a list of {row, column, value}.`, 'WRONG_TYPE')
  if (cells.length > matrixLimits.cells) {
    return new Refusal(`Field ${label} takes at most ${matrixLimits.cells} cells; there are ${cells.length}.`, 'TOO_LONG')
  }
  const seen = new Set<string>()
  for (const [index, cell] of cells.entries()) {
    const refusal = judgeCell(label, cell, index)
    if (refusal) return refusal
    const { row, column } = cell as Cell
    const at = `${String(row)}:${String(column)}`
    if (seen.has(at)) {
      return new Refusal(
        `Field ${label} has two cells at row ${String(row)}, column ${String(column)}.`,
        'DUPLICATE',
        `[${index}]`,
      )
    }
    seen.add(at)
  }
  return null
}
