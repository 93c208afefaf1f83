// Generates example values that satisfy their schemas, for every operation in the document.
import type { SchemaComponents } from './schema-components.js'

type ExampleSchema = Readonly<Record<string, unknown>>

/** Candidate texts for schemas with a pattern, tried in order. */
const patternExamples = [
  'EUR',
  'DE',
  'DEU',
  'en-GB',
  'mail@shop.example',
  'https://shop.example/',
  '2026-05-01',
  'DE123456789',
  '1',
  'a',
]

const formatExamples: Readonly<Record<string, string>> = {
  'date-time': '2026-05-01T09:30:00.000Z',
  date: '2026-05-01',
  email: 'mail@shop.example',
  uri: 'https://shop.example/',
}

/** A value that the schema accepts. Nested objects contain only required members. */
export function createExampleValue(schema: ExampleSchema, shelf: SchemaComponents): unknown {
  if (typeof schema.$ref === 'string') return createExampleValue(shelf.get(schema.$ref.split('/').at(-1) ?? '') ?? {}, shelf)
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0]
  if (Array.isArray(schema.enum)) return schema.enum.find((value) => value !== null && value !== '') ?? schema.enum[0]
  if (schema.default !== undefined && schema.default !== null) return schema.default
  for (const alternatives of [schema.anyOf, schema.oneOf]) {
    if (Array.isArray(alternatives)) return createExampleValue((alternatives as ExampleSchema[])[0] ?? {}, shelf)
  }
  return createTypeExample(schema, shelf)
}

function createTypeExample(schema: ExampleSchema, shelf: SchemaComponents): unknown {
  const types = Array.isArray(schema.type) ? (schema.type as string[]) : [schema.type as string | undefined]
  switch (types.find((type) => type !== 'null')) {
    case 'integer':
    case 'number':
      return Math.max(Number(schema.minimum ?? 1), 1)
    case 'boolean':
      return true
    case 'string':
      return createTextExample(schema)
    case 'array':
      return Number(schema.minItems ?? 0) > 0 ? [createExampleValue((schema.items ?? {}) as ExampleSchema, shelf)] : []
    case 'object':
      return createExampleRecord(schema, shelf, [])
    default:
      return null
  }
}

function createTextExample(schema: ExampleSchema): string {
  if (typeof schema.format === 'string' && formatExamples[schema.format] !== undefined) return formatExamples[schema.format]!
  if (typeof schema.pattern === 'string') {
    const pattern = new RegExp(schema.pattern, 'u')
    return patternExamples.find((text) => pattern.test(text)) ?? ''
  }
  const title = typeof schema.title === 'string' ? schema.title : 'Text'
  const maxLength = Number(schema.maxLength ?? title.length)
  if (title.length > maxLength) return patternExamples.find((text) => text.length <= maxLength) ?? ''
  return title.padEnd(Number(schema.minLength ?? 0), '.')
}

/** An object with the required members and the named ones. */
export function createExampleRecord(
  schema: ExampleSchema,
  shelf: SchemaComponents,
  names: readonly string[],
): Readonly<Record<string, unknown>> {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, ExampleSchema>>
  const includedNames = new Set([...((schema.required ?? []) as string[]), ...names])
  const members = Object.entries(properties).filter(([name, member]) => includedNames.has(name) && member.writeOnly !== true)
  return Object.fromEntries(members.map(([name, member]) => [name, createExampleValue(member, shelf)]))
}
