// Reads numbers that people typed into forms, in the language of the account.
import {
  createLabel,
  createMessage,
  formatTypedNumber,
  type Issue,
  parseNumber,
  type UnnamedProperty,
  ValidationError,
} from '#core/contract.js'
import { type AdminLanguage, createIssue, isObject, type JsonSchema, maximumIssues, type Property } from '#core/surface.js'
import { setImmediate as nextTurn } from 'node:timers/promises'

type Fields = Readonly<Record<string, unknown>>
/** Properties of an entity, or of an action's input. */
type FormProperties = Readonly<Record<string, Property | UnnamedProperty | UnnamedProperty<never>>>

const isNumeric = (schema: unknown): boolean =>
  isObject(schema) && [schema['type']].flat().some((type) => type === 'number' || type === 'integer')

/** Entries of a list that are read without yielding to the event loop. */
const entriesPerTurn = 2_000

/** The schemas of the members of each entry, for fields that take a list of objects. */
function entrySchemas(schema: JsonSchema | null): Fields | null {
  const items = schema?.['items']
  return isObject(items) && isObject(items['properties']) ? items['properties'] : null
}

/**
 * The fields, with typed numbers as plain decimal text. Other text stays as typed and the property's kind refuses it. Throws
 * VALIDATION_FAILED for ambiguous numbers.
 */
export async function readTypedNumbers(properties: FormProperties, fields: Fields, language: AdminLanguage): Promise<Fields> {
  const issues: Issue[] = []
  const read = (value: unknown, label: string, field: string): unknown => {
    if (typeof value !== 'string') return value
    const parsed = parseNumber(value, language)
    if ('number' in parsed) return parsed.number
    if (!('readings' in parsed)) return value
    const [first, second] = parsed.readings.map((reading) => formatTypedNumber(reading, language))
    const message = createMessage('fields.numberAmbiguous', {
      field: createLabel('field', label),
      text: value.trim(),
      first: first!,
      second: second!,
    })
    issues.push(createIssue(field, message))
    return value
  }
  const readEntry = (entry: unknown, numeric: readonly string[], label: string, field: string): unknown => {
    if (!isObject(entry) || !numeric.some((key) => typeof entry[key] === 'string')) return entry
    const numbers = numeric.filter((key) => Object.hasOwn(entry, key))
    return { ...entry, ...Object.fromEntries(numbers.map((key) => [key, read(entry[key], label, `${field}.${key}`)])) }
  }
  const readList = async (entries: readonly unknown[], members: Fields, label: string, name: string): Promise<unknown> => {
    const numeric = Object.keys(members).filter((key) => isNumeric(members[key]))
    const result: unknown[] = []
    for (const [at, entry] of entries.entries()) {
      result.push(readEntry(entry, numeric, label, `${name}[${at}]`))
      if (issues.length > maximumIssues) break
      if (result.length % entriesPerTurn === 0) await nextTurn()
    }
    return result
  }
  const result: [string, unknown][] = []
  for (const [name, value] of Object.entries(fields)) {
    const property = Object.hasOwn(properties, name) ? properties[name]! : null
    const isTyped = property !== null && (typeof value === 'string' || Array.isArray(value))
    const schema = isTyped ? property.kind.schema({ ...property, name }, 'write') : null
    const members = Array.isArray(value) && !isNumeric(schema) ? entrySchemas(schema) : null
    if (isTyped && isNumeric(schema)) result.push([name, read(value, property.label, name)])
    else if (members !== null) result.push([name, await readList(value as readonly unknown[], members, property!.label, name)])
    else result.push([name, value])
  }
  if (issues.length > 0) throw new ValidationError(issues)
  return Object.fromEntries(result)
}
