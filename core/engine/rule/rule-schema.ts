// Generates the recursive JSON Schema of authored rules from the registered condition types.
import type { JsonSchema } from '../../foundation/property/kind.js'
import { closedObject, type DefinedSchema, ownDefinitions, shortFormSchemas } from '../question/operand.js'
import { orderedOperators } from '../question/value.js'
import type { ConditionType } from './condition-type.js'

const operator: JsonSchema = { enum: orderedOperators, description: 'An answer or a text takes only == and !=.' }
const value: JsonSchema = {
  type: ['string', 'number', 'boolean'],
  description: "An answer id, a number, a date as text, a text; '' for nothing selected.",
}

/** A field with a rule; null = the rule always holds. */
export const nullableSchema = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] })

/**
 * The schema of a rule, a reference into `definitions`. The caller places these at `at` (a JSON pointer such as
 * `#/components/schemas`). Names start with `Rule`.
 */
export function ruleSchema(types: ReadonlyMap<string, ConditionType>, at: string = ownDefinitions): DefinedSchema {
  const reference = (name: string): JsonSchema => ({ $ref: `${at}/${name}` })
  const parts = { type: 'array', items: reference('RulePart'), minItems: 1 }
  const comparison = { operator, value }
  const generic = {
    type: 'object',
    description: 'A condition of any type. Other keys are its arguments, stored unchanged.',
    properties: { condition: { enum: [...types.keys()] }, ...comparison },
    required: ['condition', 'operator', 'value'],
  }
  const raw = closedObject(
    { raw: { type: 'string' }, reason: { type: 'string' } },
    ['raw'],
    'A stored rule that cannot be expressed in another form. It is stored unchanged.',
  )
  return {
    schema: nullableSchema(reference('Rule')),
    definitions: {
      Rule: {
        description: 'When a question or an answer applies.',
        anyOf: [
          reference('RulePart'),
          closedObject({ not: reference('RulePart') }, ['not'], 'Inverts the whole rule. Allowed at the top level only.'),
          raw,
        ],
      },
      RulePart: { anyOf: [reference('RuleCondition'), reference('RuleGroup')] },
      RuleGroup: {
        anyOf: [
          closedObject({ all: parts }, ['all'], 'Every part must be true.'),
          closedObject({ any: parts }, ['any'], 'At least one part must be true.'),
        ],
      },
      RuleCondition: { anyOf: [...shortFormSchemas(types.values(), comparison, ['operator', 'value']), generic] },
    },
  }
}
