// JSON Schemas of authored calculation bodies (spec 2.5), made from the registered term types and functions.
import type { JsonSchema } from '../../ground/property/kind.js'
import type { EngineTypes } from '../program/types.js'
import { closedObject, type DefinedSchema, ownDefinitions, shortForms } from '../question/operand-schema.js'
import { codeLimits, placeholders } from './code-tree.js'
import { matrixLimits, matrixLookups } from './matrix.js'
import { arithmetic } from './stored.js'

const id: JsonSchema = { type: 'integer', minimum: 1 }

/** A formula body `{terms: […]}`; terms alternate with operators. Definitions begin with `Formula`. */
export function formulaSchema(types: Pick<EngineTypes, 'termTypes' | 'functions'>, at: string = ownDefinitions): DefinedSchema {
  const terms = {
    type: 'array',
    items: { $ref: `${at}/FormulaTerm` },
    minItems: 1,
    description: 'Terms with an operator between each two.',
  }
  const generic = {
    type: 'object',
    description: 'A term of any type; keys beside this one are its arguments, stored as they are.',
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
          closedObject({ operator: { enum: arithmetic } }, ['operator'], 'Stands between two terms.'),
          closedObject({ group: terms }, ['group'], 'A bracket.'),
          call,
          ...shortForms(types.termTypes.values()),
          generic,
        ],
      },
    },
  }
}

/** A matrix body. */
export function matrixSchema(): JsonSchema {
  const axis = {
    description: 'What gives the coordinate; null where the table has no such axis.',
    anyOf: [
      { type: 'null' },
      closedObject({ question: id }, ['question'], 'The answer id or the number entered.'),
      closedObject({ calculation: id }, ['calculation'], "The calculation's result."),
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
    'A table that is looked up by one or two coordinates.',
  )
}

/** A code body. */
export function codeSchema(): JsonSchema {
  return closedObject(
    {
      code: {
        type: 'string',
        maxLength: codeLimits.characters,
        description: "One expression, not a statement, for example 'A * 2'.",
      },
      questions: closedObject(
        Object.fromEntries(placeholders.map((letter) => [letter, { type: ['integer', 'null'], minimum: 1 }])),
        [],
        'The questions whose selections stand for the placeholders.',
      ),
    },
    ['code'],
    'An expression in code; placeholders have a space on both sides.',
  )
}
