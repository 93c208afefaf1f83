// Generates the JSON Schema of the short forms of conditions and terms.
import type { JsonSchema } from '../../foundation/property/kind.js'
import type { AuthoringForm, OperandType } from './operand.js'

/** A schema and its definitions. Functions take the location of the definitions as `at`. */
export interface DefinedSchema {
  readonly schema: JsonSchema
  readonly definitions: Readonly<Record<string, JsonSchema>>
}

/** The location of definitions in a separate schema document. */
export const ownDefinitions = '#/$defs'

/** An object with exactly these keys. */
export function closedObject(
  properties: Readonly<Record<string, unknown>>,
  required: readonly string[],
  description: string,
): JsonSchema {
  return { type: 'object', description, properties, required, additionalProperties: false }
}

function formSchema(form: AuthoringForm, additional: Readonly<Record<string, unknown>>, required: readonly string[]): JsonSchema {
  const properties = Object.fromEntries(
    Object.entries(form.keys).map(([name, key]) => [
      name,
      key.default === undefined ? key.schema : { ...key.schema, default: key.default },
    ]),
  )
  const requiredKeys = Object.entries(form.keys).flatMap(([name, key]) => (key.required ? [name] : []))
  return closedObject({ ...properties, ...additional }, [...requiredKeys, ...required], form.meaning)
}

/** The schemas of all short forms. */
export function shortFormSchemas(
  types: Iterable<Pick<OperandType<never>, 'authoring'>>,
  additional: Readonly<Record<string, unknown>> = {},
  required: readonly string[] = [],
): readonly JsonSchema[] {
  return [...types].flatMap(({ authoring }) => (authoring ? [formSchema(authoring, additional, required)] : []))
}
