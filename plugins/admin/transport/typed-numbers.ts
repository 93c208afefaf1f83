// Reads numbers that people typed into forms, in the language of the account.
import { type Issue, ValidationError } from '#core/foundation/errors.js'
import { isObject } from '#core/foundation/object.js'
import { formatTypedNumber, parseNumber } from '#core/foundation/parse-number.js'
import type { JsonSchema, Property, UnnamedProperty } from '#core/foundation/property/kind.js'
import type { AdminLanguage } from '#core/storage/admin/define.js'

type Fields = Readonly<Record<string, unknown>>
/** Properties of an entity, or of an action's input. */
type FormProperties = Readonly<Record<string, Property | UnnamedProperty | UnnamedProperty<never>>>

const isNumeric = (schema: unknown): boolean =>
  isObject(schema) && [schema['type']].flat().some((type) => type === 'number' || type === 'integer')

/** The schemas of the members of each entry, for fields that take a list of objects. */
function entrySchemas(schema: JsonSchema | null): Fields | null {
  const items = schema?.['items']
  return isObject(items) && isObject(items['properties']) ? items['properties'] : null
}

/**
 * The fields, with typed numbers as plain decimal text. Other text stays as typed and the property's kind refuses it. Throws
 * VALIDATION_FAILED for ambiguous numbers.
 */
export function readTypedNumbers(properties: FormProperties, fields: Fields, language: AdminLanguage): Fields {
  const issues: Issue[] = []
  const read = (value: unknown, label: string, field: string): unknown => {
    if (typeof value !== 'string') return value
    const parsed = parseNumber(value, language)
    if ('number' in parsed) return parsed.number
    if (!('readings' in parsed)) return value
    const [first, second] = parsed.readings.map((reading) => formatTypedNumber(reading, language))
    const message = `Field ${label}: '${value.trim()}' can mean ${first} or ${second}. Enter one of the two.`
    issues.push({ field, code: 'INVALID_VALUE', message })
    return value
  }
  const readEntry = (entry: unknown, members: Fields, label: string, field: string): unknown => {
    if (!isObject(entry)) return entry
    return Object.fromEntries(
      Object.entries(entry).map(([key, value]) => [key, isNumeric(members[key]) ? read(value, label, `${field}.${key}`) : value]),
    )
  }
  const result = Object.entries(fields).map(([name, value]): readonly [string, unknown] => {
    const property = Object.hasOwn(properties, name) ? properties[name]! : null
    if (!property || (typeof value !== 'string' && !Array.isArray(value))) return [name, value]
    const schema = property.kind.schema({ ...property, name }, 'write')
    if (isNumeric(schema)) return [name, read(value, property.label, name)]
    const members = Array.isArray(value) ? entrySchemas(schema) : null
    if (members === null) return [name, value]
    const entries = value as readonly unknown[]
    return [name, entries.map((entry, at) => readEntry(entry, members, property.label, `${name}[${at}]`))]
  })
  if (issues.length > 0) throw new ValidationError(issues)
  return Object.fromEntries(result)
}
