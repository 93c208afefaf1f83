// The body of a matrix calculation: two axes, the way of looking up, and the cells.
import { cellKeys, decimalText, checkCells, matrixLimits } from '../../../engine/calculation/matrix.js'
import { isObject } from '../../../foundation/json.js'
import { validateCalculationBody } from '../../calculation/body.js'
import { checkBodyLoop } from '../../calculation/value-loop.js'
import { replaceOtherBodies, refuseSecondBody } from '../../entity/calculation-bodies.js'
import { defineEntity } from '../../entity/define.js'
import { calculation } from '../../properties/calculation.js'
import { dropdown } from '../../properties/dropdown.js'
import { join } from '../../properties/join.js'
import { json, type JsonContent } from '../../properties/json.js'
import { decimal, prepareNumber } from '../../properties/number.js'
import type { RegistryScope } from '../../registry.js'

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

/** The cells of a matrix as a field of its record. Form input is normalised, then the engine validates it. */
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

export const calculationMatrix = defineEntity({
  name: 'calculation-matrix',
  label: 'matrix',
  pluralLabel: 'matrices',
  area: 'catalog',
  exclusive: 'product',
  listing: ['calculation_id', 'lookup'],
  properties: {
    calculation_id: join('Calculation', 'calculation', { owner: true, cascade: true, required: true }),
    row_question_id: join('Row question', 'question'),
    row_calculation_id: calculation('Row calculation'),
    column_question_id: join('Column question', 'question'),
    column_calculation_id: calculation('Column calculation'),
    lookup: dropdown('Values between entries', {
      choices: { exact: 'Exact value', nextHigher: 'Next higher value', nextLower: 'Next lower value' },
      required: true,
    }),
    round: decimal('Rounding step', { min: 0, help: 'Exact values only: the input is rounded to its nearest multiple first.' }),
    cells: json('Cells', {
      content: cellsContent,
      required: true,
      help: 'At most 100,000. Coordinates on an unused axis are 0.',
    }),
  },
  async validate(scope: RegistryScope) {
    const axis = typeof scope.record.row_calculation_id === 'number' ? 'row_calculation_id' : 'column_calculation_id'
    return [
      ...(await refuseSecondBody(scope)),
      ...(await validateCalculationBody(scope, 'matrix')),
      ...(await checkBodyLoop(scope, axis)),
    ]
  },
  afterStore: replaceOtherBodies,
})
