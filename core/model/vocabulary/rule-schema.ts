// The JSON Schema of the authoring form of rules (spec 2.6), with the short forms of the registered condition types.
import { orderedOperators } from '../../engine/question/value.js'
import type { AuthoringForm } from '../../engine/question/operand.js'
import type { JsonSchema } from '../../ground/property/kind.js'
import type { Registry } from '../registry.js'

const operator: JsonSchema = { enum: orderedOperators, description: 'An answer or a text compares with == and != only.' }
const value: JsonSchema = {
  type: ['string', 'number', 'boolean'],
  description: "An answer's id, a number, a text, or a date as text; '' stands for nothing.",
}

/** The schema of a short form with what stands beside its keys. */
export function shortFormSchema(form: AuthoringForm, beside: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const keys = Object.entries(form.keys)
  return {
    type: 'object',
    description: form.meaning,
    properties: { ...Object.fromEntries(keys.map(([name, key]) => [name, key.schema])), ...beside },
    required: [...keys.filter(([, key]) => key.required).map(([name]) => name), ...Object.keys(beside)],
    additionalProperties: false,
  }
}

function group(key: 'all' | 'any', description: string): JsonSchema {
  return {
    type: 'object',
    description,
    properties: { [key]: { type: 'array', minItems: 1, items: { $ref: '#/$defs/RulePart' } } },
    required: [key],
    additionalProperties: false,
  }
}

/** `Rule`, and `RulePart` that it is made of. */
export function ruleDefinitions(registry: Registry): Readonly<Record<string, JsonSchema>> {
  const types = [...registry.conditionTypes.values()]
  const parts = [
    ...types.flatMap(({ authoring }) => (authoring ? [shortFormSchema(authoring, { operator, value })] : [])),
    {
      type: 'object',
      description: 'A condition of a type without a short form; further keys are its arguments.',
      properties: { condition: { type: 'string' }, operator, value },
      required: ['condition', 'operator', 'value'],
    },
    group('all', 'Every part holds.'),
    group('any', 'At least one part holds.'),
  ]
  const not = {
    type: 'object',
    description: 'Inverts the whole rule; at the top only.',
    properties: { not: { $ref: '#/$defs/RulePart' } },
    required: ['not'],
    additionalProperties: false,
  }
  const raw = {
    type: 'object',
    description: 'A stored rule that cannot be written in this form, as it was read; accepted unchanged.',
    properties: { raw: { type: 'string' }, reason: { type: 'string' } },
    required: ['raw'],
    additionalProperties: false,
  }
  return { Rule: { anyOf: [{ $ref: '#/$defs/RulePart' }, not, raw] }, RulePart: { anyOf: parts } }
}
