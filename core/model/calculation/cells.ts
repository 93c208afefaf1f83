// The cells of a matrix as a field of its record. Form input is normalised, then the engine validates it.
import { isObject } from '../../foundation/object.js'
import { matrixLimits } from '../../engine/calculation/matrix.js'
import { cellKeys, decimalText, checkCells } from '../../engine/calculation/matrix-cells.js'
import type { JsonContent } from '../properties/json.js'
import { prepareNumber } from '../properties/number.js'

export interface StoredCell {
  readonly row: number
  readonly column: number
  /** A decimal number as text. */
  readonly value: string
}

/** Converts a finite number to decimal text without an exponent. Other values are returned unchanged. */
function prepareValue(value: unknown): unknown {
  if (typeof value !== 'number' || !Number.isFinite(value)) return value
  const text = String(value)
  return text.includes('e') ? value.toFixed(20).replace(/(?<![.0])\.?0+$/, '') : text
}

const isPlainNumber = (value: unknown): boolean => typeof value === 'number' && !Object.is(value, -0)
const isPrepared = ({ row, column, value }: Readonly<Record<string, unknown>>): boolean =>
  isPlainNumber(row) && isPlainNumber(column) && typeof value === 'string'

const coordinate = { type: 'number' }

export const cellsContent: JsonContent<readonly StoredCell[], readonly []> = {
  schema: {
    type: 'array',
    maxItems: matrixLimits.cells,
    items: {
      type: 'object',
      properties: { row: coordinate, column: coordinate, value: { type: 'string', pattern: decimalText.source } },
      required: cellKeys,
      additionalProperties: false,
    },
  },
  typeText: 'readonly { readonly row: number; readonly column: number; readonly value: string }[]',
  editor: 'cells',
  writes: ['row_question_id', 'row_calculation_id', 'column_question_id', 'column_calculation_id'],
  empty: [],
  prepare(value) {
    if (!Array.isArray(value)) return value
    return value.map((cell: unknown) => {
      // Copying the cells of a large table takes longer than all checks.
      if (!isObject(cell) || isPrepared(cell)) return cell
      return { ...cell, row: prepareNumber(cell.row), column: prepareNumber(cell.column), value: prepareValue(cell.value) }
    })
  },
  // If the axis is a question with answers, the coordinate is an answer id.
  repoint(value, _property, to, _registry, record) {
    if (!Array.isArray(value)) return value
    const mapCoordinate = (coordinate: number, question: unknown): number =>
      typeof question === 'number' && to.isOf('answer', coordinate, question) ? to.idOf('answer', coordinate) : coordinate
    return value.map((cell: StoredCell) => ({
      ...cell,
      row: mapCoordinate(cell.row, record?.row_question_id),
      column: mapCoordinate(cell.column, record?.column_question_id),
    }))
  },
  validate(value, { label }) {
    const refusal = checkCells(label, value)
    return refusal ? [refusal] : []
  },
}
