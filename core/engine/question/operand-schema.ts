// JSON Schema of the short forms in which conditions and terms are written, from what each type declares.
import type { JsonSchema } from '../../ground/property/kind.js'
import type { AuthoringForm, OperandType } from './operand.js'

/** A schema and the definitions that it refers to; `at` below is where the definitions will stand. */
export interface DefinedSchema {
  readonly schema: JsonSchema
  readonly definitions: Readonly<Record<string, JsonSchema>>
}

/** Where definitions stand in a schema document of their own. */
export const ownDefinitions = '#/$defs'

/** An object with exactly these keys. */
export function closedObject(
  properties: Readonly<Record<string, unknown>>,
  required: readonly string[],
  description: string,
): JsonSchema {
  return { type: 'object', description, properties, required, additionalProperties: false }
}

function formSchema(form: AuthoringForm, more: Readonly<Record<string, unknown>>, required: readonly string[]): JsonSchema {
  const properties = Object.fromEntries(
    Object.entries(form.keys).map(([name, key]) => [
      name,
      key.default === undefined ? key.schema : { ...key.schema, default: key.default },
    ]),
  )
  const needed = Object.entries(form.keys).flatMap(([name, key]) => (key.required ? [name] : []))
  return closedObject({ ...properties, ...more }, [...needed, ...required], form.meaning)
}

/** The short form of each type that has one. */
export function shortForms(
  types: Iterable<Pick<OperandType<never>, 'authoring'>>,
  more: Readonly<Record<string, unknown>> = {},
  required: readonly string[] = [],
): readonly JsonSchema[] {
  return [...types].flatMap(({ authoring }) => (authoring ? [formSchema(authoring, more, required)] : []))
}
