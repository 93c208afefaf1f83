// The recursive JSON Schema of an authored rule (spec 2.6), made from the registered condition types.
import type { JsonSchema } from '../../ground/property/kind.js'
import { closedObject, type DefinedSchema, ownDefinitions, shortForms } from '../question/operand-schema.js'
import { orderedOperators } from '../question/value.js'
import type { ConditionType } from './define.js'

const operator: JsonSchema = { enum: orderedOperators, description: 'An answer or a text takes only == and !=.' }
const value: JsonSchema = {
  type: ['string', 'number', 'boolean'],
  description: "An answer id, a number, a date as text, a text; '' for nothing selected.",
}

/** A field that holds a rule; null = always. */
export const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] })

/**
 * The schema of a rule as a reference into `definitions`, which the caller places at `at` (a JSON pointer such as
 * `#/components/schemas`). Names begin with `Rule`.
 */
export function ruleSchema(types: ReadonlyMap<string, ConditionType>, at: string = ownDefinitions): DefinedSchema {
  const refer = (name: string): JsonSchema => ({ $ref: `${at}/${name}` })
  const parts = { type: 'array', items: refer('RulePart'), minItems: 1 }
  const compared = { operator, value }
  const generic = {
    type: 'object',
    description: 'A condition of any type; keys beside these are its arguments, stored as they are.',
    properties: { condition: { enum: [...types.keys()] }, ...compared },
    required: ['condition', 'operator', 'value'],
  }
  const raw = closedObject(
    { raw: { type: 'string' }, reason: { type: 'string' } },
    ['raw'],
    'A stored rule that the other forms cannot express, as it was read; it is stored unchanged.',
  )
  return {
    schema: orNull(refer('Rule')),
    definitions: {
      Rule: {
        description: 'When a question or an answer applies.',
        anyOf: [
          refer('RulePart'),
          closedObject({ not: refer('RulePart') }, ['not'], 'Inverts the whole rule; at the top only.'),
          raw,
        ],
      },
      RulePart: { anyOf: [refer('RuleCondition'), refer('RuleGroup')] },
      RuleGroup: {
        anyOf: [
          closedObject({ all: parts }, ['all'], 'Every part must hold.'),
          closedObject({ any: parts }, ['any'], 'At least one part must hold.'),
        ],
      },
      RuleCondition: { anyOf: [...shortForms(types.values(), compared, ['operator', 'value']), generic] },
    },
  }
}
