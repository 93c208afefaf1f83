// The forms in which authors write calculation bodies. They differ from the stored columns.
import { createMessage, suggestName } from '../../foundation/message.js'
import { Refusal, type JsonSchema } from '../../foundation/property/kind.js'
import type { BodyType, EngineTypes } from '../program/source.js'
import { type DefinedSchema, closedObject, ownDefinitions, shortFormSchemas } from '../question/operand.js'
import type { RuleVocabulary } from '../question/vocabulary.js'
import {
  type ColumnValues,
  toCodeSource,
  readIdColumn,
  toMatrixSource,
  type Axis,
  axisOperand,
  matrixLimits,
  matrixLookups,
} from './matrix.js'
import { checkOperand, RefusalCollector } from '../question/operand-check.js'
import { CodeRefusal, parseCode } from './code-parse.js'
import { codeLimits, walkCode, placeholderColumns, placeholders, placeholderQuestion } from './code-tree.js'
import { toStoredTerms } from './formula-authoring.js'
import { arithmeticOperators } from './stored.js'

export interface BodyAuthoringForm {
  readonly type: BodyType
  /** An example body for error messages. */
  readonly example: string
  /** `at` is the JSON pointer to the schema's definitions. */
  schema(types: Pick<EngineTypes, 'termTypes' | 'functions'>, at?: string): DefinedSchema
  /** Converts an authored body into columns; omitted keys become null. Returns a refusal if the body has the wrong shape. */
  columns(authored: ColumnValues): ColumnValues | Refusal
  /** Converts stored columns into the authored body. */
  read(columns: ColumnValues): ColumnValues
  /** The path in the authored body that corresponds to a column. */
  toPath(column: string): string
  /** Position of a syntax error in characters, counted from 0. Null if there is none or the position is unknown. */
  findErrorPosition?(columns: ColumnValues, types: Pick<EngineTypes, 'functions'>): number | null
  /** Validates references against the product and returns the columns to store. Paths of refusals start with the column. */
  check(
    columns: ColumnValues,
    vocabulary: RuleVocabulary,
  ): { readonly columns: ColumnValues; readonly refusals: readonly Refusal[] }
}

/** A refusal for the first unknown key of a body, or null. */
function refuseUnknownKey(body: ColumnValues, validKeys: readonly string[], label: string, path = ''): Refusal | null {
  const unknown = Object.keys(body).find((key) => !validKeys.includes(key))
  if (unknown === undefined) return null
  const name = unknown.slice(0, 60)
  // No suggestion for a single letter: it is similar to every other single letter.
  const hint = name.length > 1 ? suggestName(name, validKeys) : ''
  const message = createMessage('authoring.keyUnknownIn', { name, label, hint, names: validKeys.join(', ') })
  return new Refusal(message, 'UNKNOWN_FIELD', `${path}${name}`)
}

// The authoring form of code: an expression and the questions of its placeholders.

const codeSchema = closedObject(
  {
    code: {
      type: 'string',
      maxLength: codeLimits.characters,
      description: "One expression, not a statement, for example 'A * 2'.",
    },
    questions: closedObject(
      Object.fromEntries(placeholders.map((letter) => [letter, { type: ['integer', 'null'], minimum: 1 }])),
      [],
      'The questions whose selections replace the placeholders.',
    ),
  },
  ['code'],
  'An expression in code; placeholders have a space on both sides.',
)

const codeForm: BodyAuthoringForm = {
  type: 'code',
  example: '{"code": "A * 2", "questions": {"A": 12}}',
  schema: () => ({ schema: codeSchema, definitions: {} }),
  columns(body) {
    const unknown = refuseUnknownKey(body, ['code', 'questions'], 'code')
    if (unknown) return unknown
    const questions = body['questions'] ?? {}
    if (typeof questions !== 'object' || Array.isArray(questions)) {
      const message = createMessage('authoring.codeQuestionsRequired')
      return new Refusal(message, 'INVALID_VALUE', 'questions')
    }
    const questionIds = questions as ColumnValues
    const ids = placeholders.map((letter) => [placeholderColumns[letter], questionIds[letter] ?? null])
    return (
      refuseUnknownKey(questionIds, placeholders, 'code.questions', 'questions.') ?? {
        code: body['code'] ?? null,
        ...Object.fromEntries(ids),
      }
    )
  },
  read(columns) {
    const source = toCodeSource(columns)
    const questions = placeholders.flatMap((letter) => {
      const question = placeholderQuestion(source, letter)
      return question === null ? [] : [[letter, question]]
    })
    return { code: source.code, questions: Object.fromEntries(questions) }
  },
  toPath(column) {
    const letter = placeholders.find((name) => placeholderColumns[name] === column)
    return letter ? `questions.${letter}` : column
  },
  findErrorPosition(columns, { functions }) {
    const tree = parseCode(toCodeSource(columns).code, functions)
    return tree instanceof CodeRefusal ? tree.at : null
  },
  check(columns, vocabulary) {
    const validation = new RefusalCollector()
    const source = toCodeSource(columns)
    const tree = parseCode(source.code, vocabulary.types.functions)
    if (tree instanceof CodeRefusal) validation.refuse(tree.problem, 'code')
    else {
      const paths = { subject: 'code', field: 'code', answerId: 'code' }
      for (const node of walkCode(tree)) {
        if (node.kind !== 'read') continue
        const selected = 'question' in node.operand && node.operand.field === 'selected'
        checkOperand(node.operand, vocabulary, selected ? 'inRules' : 'inTerms', validation, paths)
      }
    }
    for (const letter of placeholders) {
      const question = placeholderQuestion(source, letter)
      const path = placeholderColumns[letter]
      if (question !== null)
        checkOperand({ question, field: 'selected' }, vocabulary, 'inRules', validation, {
          subject: path,
          field: path,
          answerId: path,
        })
    }
    return { columns, refusals: validation.refusals }
  },
}

// The authoring form of formulas: `{terms: […]}`, terms with operators between them.
// The stored terms have another form.

const formulaForm: BodyAuthoringForm = {
  type: 'formula',
  example: '{"terms": [{"question": 12}, {"operator": "*"}, {"number": 2}]}',
  /** The names of definitions start with `Formula`. */
  schema(types, at = ownDefinitions) {
    const terms = {
      type: 'array',
      items: { $ref: `${at}/FormulaTerm` },
      minItems: 1,
      description: 'Terms with an operator between each two.',
    }
    const generic = {
      type: 'object',
      description: 'A term of any type. Other keys are its arguments, stored unchanged.',
      properties: { term: { enum: [...types.termTypes.keys()] } },
      required: ['term'],
    }
    const call = closedObject(
      { function: { enum: [...types.functions.keys()] }, parameters: { type: 'array', items: terms } },
      ['function', 'parameters'],
      'A function of numbers; each parameter is a list of terms.',
    )
    return {
      schema: closedObject({ terms }, ['terms'], 'A formula; * and / before + and -, left to right.'),
      definitions: {
        FormulaTerm: {
          anyOf: [
            closedObject({ number: { type: 'number' } }, ['number'], 'A number.'),
            closedObject({ operator: { enum: arithmeticOperators } }, ['operator'], 'The operator between two terms.'),
            closedObject({ group: terms }, ['group'], 'A bracket.'),
            call,
            ...shortFormSchemas(types.termTypes.values()),
            generic,
          ],
        },
      },
    }
  },
  columns: (body) => refuseUnknownKey(body, ['terms'], 'formula') ?? { terms: body['terms'] ?? null },
  read: ({ terms }) => ({ terms }),
  toPath: (column) => column,
  check(columns, vocabulary) {
    const outcome = toStoredTerms(columns['terms'], vocabulary)
    return 'refusals' in outcome ? { columns, refusals: outcome.refusals } : { columns: { terms: outcome.terms }, refusals: [] }
  },
}

// The authoring form of matrices: two axes, the lookup mode and the cells.

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

const matrixForm: BodyAuthoringForm = {
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

// The authoring forms of calculation bodies, by calculation type.

export const calculationForms: Readonly<Record<BodyType, BodyAuthoringForm>> = {
  formula: formulaForm,
  matrix: matrixForm,
  code: codeForm,
}
