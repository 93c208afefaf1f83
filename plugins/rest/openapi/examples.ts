// Generates example values that satisfy their schemas, for every operation in the document.
import type { SchemaShelf } from './components.js'

type Schema = Readonly<Record<string, unknown>>

/** Candidate texts for schemas with a pattern, tried in order. */
const patterned = [
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

const formatted: Readonly<Record<string, string>> = {
  'date-time': '2026-05-01T09:30:00.000Z',
  date: '2026-05-01',
  email: 'mail@shop.example',
  uri: 'https://shop.example/',
}

/** A value that the schema accepts. Nested objects contain only required members. */
export function exampleValue(schema: Schema, shelf: SchemaShelf): unknown {
  if (typeof schema.$ref === 'string') return exampleValue(shelf.get(schema.$ref.split('/').at(-1) ?? '') ?? {}, shelf)
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0]
  if (Array.isArray(schema.enum)) return schema.enum.find((value) => value !== null && value !== '') ?? schema.enum[0]
  if (schema.default !== undefined && schema.default !== null) return schema.default
  for (const alternatives of [schema.anyOf, schema.oneOf]) {
    if (Array.isArray(alternatives)) return exampleValue((alternatives as Schema[])[0] ?? {}, shelf)
  }
  return ofType(schema, shelf)
}

function ofType(schema: Schema, shelf: SchemaShelf): unknown {
  const types = Array.isArray(schema.type) ? (schema.type as string[]) : [schema.type as string | undefined]
  switch (types.find((type) => type !== 'null')) {
    case 'integer':
    case 'number':
      return Math.max(Number(schema.minimum ?? 1), 1)
    case 'boolean':
      return true
    case 'string':
      return textOf(schema)
    case 'array':
      return Number(schema.minItems ?? 0) > 0 ? [exampleValue((schema.items ?? {}) as Schema, shelf)] : []
    case 'object':
      return exampleRecord(schema, shelf, [])
    default:
      return null
  }
}

function textOf(schema: Schema): string {
  if (typeof schema.format === 'string' && formatted[schema.format] !== undefined) return formatted[schema.format]!
  if (typeof schema.pattern === 'string') {
    const pattern = new RegExp(schema.pattern, 'u')
    return patterned.find((text) => pattern.test(text)) ?? ''
  }
  const title = typeof schema.title === 'string' ? schema.title : 'Text'
  const most = Number(schema.maxLength ?? title.length)
  if (title.length > most) return patterned.find((text) => text.length <= most) ?? ''
  return title.padEnd(Number(schema.minLength ?? 0), '.')
}

/** An object with the required members and the named ones. */
export function exampleRecord(schema: Schema, shelf: SchemaShelf, names: readonly string[]): Readonly<Record<string, unknown>> {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, Schema>>
  const wanted = new Set([...((schema.required ?? []) as string[]), ...names])
  const members = Object.entries(properties).filter(([name, member]) => wanted.has(name) && member.writeOnly !== true)
  return Object.fromEntries(members.map(([name, member]) => [name, exampleValue(member, shelf)]))
}
