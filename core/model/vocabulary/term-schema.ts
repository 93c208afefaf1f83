// The JSON Schema of the authoring form of formulas (spec 2.5), with the short forms of the registered term types.
import { arithmetic } from '../../engine/calculation/stored.js'
import type { JsonSchema } from '../../ground/property/kind.js'
import type { Registry } from '../registry.js'
import { shortFormSchema } from './rule-schema.js'

function only(key: string, schema: JsonSchema): JsonSchema {
  return { type: 'object', properties: { [key]: schema }, required: [key], additionalProperties: false }
}

const sequence: JsonSchema = { type: 'array', minItems: 1, items: { $ref: '#/$defs/FormulaTerm' } }

/** `FormulaTerm`: a term or an operator; in a list of them terms and operators alternate. */
export function termDefinitions(registry: Registry): Readonly<Record<string, JsonSchema>> {
  const call = {
    type: 'object',
    description: 'A function; each parameter is a list of terms.',
    properties: { function: { type: 'string' }, parameters: { type: 'array', items: sequence } },
    required: ['function', 'parameters'],
    additionalProperties: false,
  }
  const generic = {
    type: 'object',
    description: 'A term of a type without a short form; further keys are its arguments.',
    properties: { term: { type: 'string' } },
    required: ['term'],
  }
  const short = [...registry.termTypes.values()].flatMap(({ authoring }) => (authoring ? [shortFormSchema(authoring, {})] : []))
  const parts = [
    only('number', { type: 'number' }),
    only('operator', { enum: arithmetic }),
    ...short,
    only('group', sequence),
    call,
    generic,
  ]
  return { FormulaTerm: { anyOf: parts } }
}
