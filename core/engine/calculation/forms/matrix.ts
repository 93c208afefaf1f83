// The authoring form of matrices: two axes, the lookup mode and the cells.
import { createMessage } from '../../../foundation/message.js'
import { type JsonSchema, Refusal } from '../../../foundation/property/kind.js'
import { checkOperand, RefusalCollector } from '../../question/operand-check.js'
import { closedObject } from '../../question/operand-schema.js'
import { type ColumnValues, readIdColumn, toMatrixSource } from '../body-columns.js'
import { type BodyAuthoringForm, refuseUnknownKey } from '../body-authoring.js'
import { type Axis, axisOperand, matrixLimits, matrixLookups } from '../matrix.js'

const axes = ['row', 'column'] as const
type AxisName = (typeof axes)[number]
const subjects = ['question', 'calculation'] as const

/**
 * Converts an axis (`{question: id}`, `{calculation: id}` or null) into columns. Ids are checked later, before they are stored.
 */
function axisColumns(axis: AxisName, authored: unknown): ColumnValues | Refusal {
  const value = (authored ?? null) as ColumnValues | null
  const keys = value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.keys(value) : []
  if (value !== null && (keys.length !== 1 || !subjects.some((subject) => subject === keys[0]))) {
    const message = createMessage('authoring.matrixAxis', { axis })
    return new Refusal(message, 'INVALID_VALUE', `${axis}s`)
  }
  return Object.fromEntries(subjects.map((subject) => [`${axis}_${subject}_id`, value?.[subject] ?? null]))
}

const idSchema: JsonSchema = { type: 'integer', minimum: 1 }

function matrixSchema(): JsonSchema {
  const axis = {
    description: 'The source of the coordinate. null if the table has no such axis.',
    anyOf: [
      { type: 'null' },
      closedObject({ question: idSchema }, ['question'], 'The answer id or the number entered.'),
      closedObject({ calculation: idSchema }, ['calculation'], "The calculation's result."),
    ],
  }
  const cell = closedObject(
    {
      row: { type: 'number' },
      column: { type: 'number' },
      value: { type: 'string', pattern: '^[+-]?(\\d+(\\.\\d*)?|\\.\\d+)$', description: 'A decimal number as text.' },
    },
    ['row', 'column', 'value'],
    'The value at a coordinate; 0 on an axis that the table does not have.',
  )
  return closedObject(
    {
      rows: axis,
      columns: axis,
      lookup: {
        enum: matrixLookups,
        description: 'exact: equal; nextHigher: the first cell at or above; nextLower: the first at or below.',
      },
      cells: { type: 'array', items: cell, maxItems: matrixLimits.cells },
      round: {
        type: ['number', 'null'],
        exclusiveMinimum: 0,
        description: 'Only with exact: the step to which the input is rounded first.',
      },
    },
    ['rows', 'columns', 'lookup', 'cells'],
    'A table of values by one or two coordinates.',
  )
}

/** Validates both axes, and the cells of a missing axis. */
function validateAxes(
  columns: ColumnValues,
  validation: RefusalCollector,
  check: (axis: NonNullable<Axis>, path: string) => void,
): void {
  const source = toMatrixSource(columns)
  for (const axis of axes) {
    if (readIdColumn(columns, `${axis}_question_id`) !== null && readIdColumn(columns, `${axis}_calculation_id`) !== null) {
      const message = createMessage('authoring.matrixAxisTwice', { axis })
      validation.refuse(message, `${axis}_calculation_id`)
    }
    const operand = axisOperand(source, axis)
    if (operand) check(operand, `${axis}_${'question' in operand ? 'question' : 'calculation'}_id`)
    else if (source.cells.some((cell) => cell[axis] !== 0))
      validation.refuse(createMessage('authoring.matrixAxisMissing', { axis }), 'cells')
  }
}

export const matrixForm: BodyAuthoringForm = {
  type: 'matrix',
  example:
    '{"rows": {"question": 12}, "columns": null, "lookup": "exact", "cells": [{"row": 34, "column": 0, "value": "25.00"}]}',
  schema: () => ({ schema: matrixSchema(), definitions: {} }),
  columns(body) {
    const unknown = refuseUnknownKey(body, ['rows', 'columns', 'lookup', 'cells', 'round'], 'matrix')
    if (unknown) return unknown
    const [row, column] = [axisColumns('row', body['rows']), axisColumns('column', body['columns'])]
    if (row instanceof Refusal) return row
    if (column instanceof Refusal) return column
    const { lookup = null, round = null, cells = null } = body
    return { ...row, ...column, lookup, round, cells }
  },
  read(columns) {
    const source = toMatrixSource(columns)
    return {
      rows: axisOperand(source, 'row'),
      columns: axisOperand(source, 'column'),
      lookup: source.lookup,
      cells: source.cells.map(({ row, column, value }) => ({ row: Number(row), column: Number(column), value: String(value) })),
      ...(source.round === null ? {} : { round: source.round }),
    }
  },
  toPath: (column) =>
    column.replace(/^(row|column)_(question|calculation)_id$/, (_, axis: string, subject: string) => `${axis}s.${subject}`),
  check(columns, vocabulary) {
    const validation = new RefusalCollector()
    validateAxes(columns, validation, (axis, path) => {
      const operand = 'question' in axis ? { ...axis, field: 'selected' } : axis
      checkOperand(operand, vocabulary, 'inRules', validation, { subject: path, field: path, answerId: path })
    })
    return { columns, refusals: validation.refusals }
  },
}
