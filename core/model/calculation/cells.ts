// The cells of a matrix: `[{row, column, value}]`, no two at one coordinate; values are decimal texts.
import { matrixLimits } from '../../engine/calculation/matrix.js'
import { Refusal } from '../../ground/property/kind.js'
import type { JsonContent } from '../properties/json.js'
import { prepareNumber } from '../properties/number.js'

const decimalText = /^-?\d+(\.\d+)?$/
/** A double holds 15 digits safely; a cell's text may spell no more. */
const significantDigits = 15

export interface StoredCell {
  readonly row: number
  readonly column: number
  /** A decimal text. */
  readonly value: string
}

type Cell = Readonly<Record<string, unknown>>
const keys = ['row', 'column', 'value']

function isCell(value: unknown): value is Cell {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isCoordinate(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && Number(value.toPrecision(significantDigits)) === value
}

function judgeCell(label: string, cell: unknown, index: number): Refusal | null {
  const path = `[${index}]`
  if (!isCell(cell)) return new Refusal(`Field ${label} takes a list of {row, column, value}.`, 'WRONG_TYPE', path)
  const unknown = Object.keys(cell).find((key) => !keys.includes(key))
  if (unknown !== undefined) {
    return new Refusal(`Unknown key '${unknown}' in field ${label}; its entries are {row, column, value}.`, 'UNKNOWN_FIELD', path)
  }
  for (const key of ['row', 'column']) {
    if (!isCoordinate(cell[key]))
      return new Refusal(`Field ${label} takes a number as ${key} of each cell.`, 'WRONG_TYPE', `${path}.${key}`)
  }
  const { value } = cell
  const digits =
    typeof value === 'string' && decimalText.test(value) ? value.replace(/[-.]/g, '').replace(/^0+/, '').length : Number.NaN
  if (digits <= significantDigits) return null
  const message = `Field ${label} takes a decimal text such as "109.50" as value of each cell, of at most ${significantDigits} digits.`
  return new Refusal(message, 'WRONG_TYPE', `${path}.value`)
}

/** A number as the text that spells it plainly; everything else as it is. */
function prepareValue(value: unknown): unknown {
  if (typeof value !== 'number' || !Number.isFinite(value)) return value
  const text = String(value)
  return text.includes('e') ? value.toFixed(20).replace(/\.?0+$/, '') : text
}

const integer = { type: 'number' }

export const cellsContent: JsonContent<readonly StoredCell[], readonly []> = {
  schema: {
    type: 'array',
    maxItems: matrixLimits.cells,
    items: {
      type: 'object',
      properties: { row: integer, column: integer, value: { type: 'string', pattern: decimalText.source } },
      required: keys,
      additionalProperties: false,
    },
  },
  typeText: 'readonly { readonly row: number; readonly column: number; readonly value: string }[]',
  empty: [],
  prepare(value) {
    if (!Array.isArray(value)) return value
    return value.map((cell: unknown) =>
      isCell(cell)
        ? { ...cell, row: prepareNumber(cell.row), column: prepareNumber(cell.column), value: prepareValue(cell.value) }
        : cell,
    )
  },
  validate(value, { label }) {
    if (!Array.isArray(value)) return [new Refusal(`Field ${label} takes a list of {row, column, value}.`, 'WRONG_TYPE')]
    if (value.length > matrixLimits.cells) {
      return [new Refusal(`Field ${label} takes at most ${matrixLimits.cells} cells; there are ${value.length}.`, 'TOO_LONG')]
    }
    const seen = new Set<string>()
    for (const [index, cell] of value.entries()) {
      const refusal = judgeCell(label, cell, index)
      if (refusal) return [refusal]
      const { row, column } = cell as Cell
      const at = `${String(row)}:${String(column)}`
      if (seen.has(at)) {
        return [
          new Refusal(`Field ${label} has two cells at row ${String(row)}, column ${String(column)}.`, 'DUPLICATE', `[${index}]`),
        ]
      }
      seen.add(at)
    }
    return []
  },
}
