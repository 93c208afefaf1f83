// Converts a JSON Schema to a TypeScript type, for the definitions that records refer to: rules and terms.
import type { JsonSchema } from '../../foundation/property/kind.js'

const plainTypes: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

const isObject = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null && !Array.isArray(value)
const schemasIn = (value: unknown): readonly JsonSchema[] => (Array.isArray(value) ? value.filter(isObject) : [])

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : String(value)
}

/** Joins the distinct types. */
function union(types: readonly string[]): string {
  const all = [...new Set(types)]
  return all.length === 0 ? 'never' : all.join(' | ')
}

function objectType({ properties, required, additionalProperties }: JsonSchema): string {
  const needed = new Set(Array.isArray(required) ? required : [])
  const members = Object.entries(isObject(properties) ? properties : {}).map(
    ([key, schema]) => `readonly ${key}${needed.has(key) ? '' : '?'}: ${isObject(schema) ? schemaToType(schema) : 'unknown'}`,
  )
  const indexSignature = additionalProperties === false ? [] : ['readonly [key: string]: unknown']
  return `{ ${[...members, ...indexSignature].join('; ')} }`
}

function listType({ items }: JsonSchema): string {
  const item = isObject(items) ? schemaToType(items) : 'unknown'
  return `readonly ${/[|{ ]/.test(item) ? `(${item})` : item}[]`
}

/** Returns a type expression. A `$ref` becomes the last segment of its path. */
export function schemaToType(schema: JsonSchema): string {
  const { $ref: reference, enum: choices, type } = schema
  if (typeof reference === 'string') return reference.slice(reference.lastIndexOf('/') + 1)
  if (Object.hasOwn(schema, 'const')) return literal(schema['const'])
  if (Array.isArray(choices)) return union(choices.map(literal))
  const alternatives = schemasIn(schema['anyOf'] ?? schema['oneOf'])
  if (alternatives.length > 0) return union(alternatives.map(schemaToType))
  const types = [type].flat().filter((name): name is string => typeof name === 'string')
  if (types.length === 0) return 'unknown'
  return union(
    types.map((name) =>
      name === 'object' ? objectType(schema) : name === 'array' ? listType(schema) : (plainTypes[name] ?? 'unknown'),
    ),
  )
}

/** Returns `export type Rule = …` for each definition, with its description. */
export function toTypeDeclarations(definitions: Readonly<Record<string, JsonSchema>>): readonly string[] {
  return Object.entries(definitions).map(([name, schema]) => {
    const { description } = schema
    const comment = typeof description === 'string' ? `/** ${description.replaceAll('*/', '* /')} */\n` : ''
    return `${comment}export type ${name} =${breakUnion(schemaToType(schema))}\n`
  })
}

/** Writes each alternative of a union on its own line. */
function breakUnion(type: string): string {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < type.length; at++) {
    if ('{('.includes(type[at]!)) depth++
    else if ('})'.includes(type[at]!)) depth--
    else if (depth === 0 && type.startsWith(' | ', at)) {
      parts.push(type.slice(from, at))
      from = at + 3
    }
  }
  parts.push(type.slice(from))
  return parts.length === 1 ? ` ${type}` : parts.map((part) => `\n  | ${part}`).join('')
}
