// The JSON contents of verb arguments: changes of selections, lists of tokens, and lists of plain values.
import { getMessage, createMessage, type Message, suggestName } from '../foundation/message.js'
import { isObject } from '../foundation/json.js'
import { type JsonSchema, type PropertyKind, Refusal } from '../foundation/property/kind.js'
import { type JsonContent, json } from '../model/properties/json.js'
import { selectionLength } from '../model/properties/selections.js'
import type { PreferenceInput } from '../commerce/configuration/suggest.js'

/** Maximum number of entries per request. Products have far fewer questions. */
const maximumEntries = 5_000
/** Maximum number of ids to add or remove. */
const maximumIds = 1_000
const maximumTokens = 50
const entryKeys = ['question_id', 'value']

const idSchema: JsonSchema = { type: 'integer', minimum: 1 }
const idsSchema: JsonSchema = { type: 'array', items: idSchema, maxItems: maximumIds }
const textSchema: JsonSchema = { type: ['string', 'number', 'null'], maxLength: selectionLength }
const listSchemas = ['add', 'remove'].map((key) => ({
  type: 'object',
  properties: { [key]: idsSchema },
  required: [key],
  additionalProperties: false,
}))

const selectionSchema: JsonSchema = { anyOf: [textSchema, ...listSchemas] }

/** Converts a text of digits to an id. */
const toId = (value: unknown): unknown => (typeof value === 'string' && /^[0-9]{1,15}$/.test(value) ? Number(value) : value)
const isId = (value: unknown): boolean => typeof value === 'number' && Number.isSafeInteger(value) && value > 0
/** The location of a value: in messages (`path`), and in the issue's field, relative to the argument (`place`). */
interface Location {
  readonly path: string
  readonly place: string
}

const appendStep = ({ path, place }: Location, step: string): Location => ({ path: `${path}${step}`, place: `${place}${step}` })

function validateId(value: unknown, { path, place }: Location): Refusal | null {
  if (isId(value)) return null
  const message = createMessage(value === undefined ? 'fields.idMissing' : 'fields.idInvalid', { path })
  return new Refusal(message, 'INVALID_VALUE', place)
}

function validateEntry(entry: unknown, location: Location, lists: boolean): readonly (Refusal | null)[] {
  const { path, place } = location
  if (!isObject(entry)) {
    return [new Refusal(createMessage('fields.selectionEntryRequired', { path }), 'INVALID_VALUE', place)]
  }
  const unknownFields = Object.keys(entry)
    .filter((key) => !entryKeys.includes(key))
    .map((key) => {
      const name = key.slice(0, 100)
      return new Refusal(
        createMessage('fields.unknownInEntry', { name, path, hint: suggestName(key, entryKeys) }),
        'UNKNOWN_FIELD',
        `${place}.${name}`,
      )
    })
  const value = appendStep(location, '.value')
  const valueRefusals =
    lists && isObject(entry['value']) ? validateAnswerChange(entry['value'], value) : [validateSelection(entry['value'], value)]
  return [...unknownFields, validateId(entry['question_id'], appendStep(location, '.question_id')), ...valueRefusals]
}

function validateSelection(value: unknown, { path, place }: Location): Refusal | null {
  if (value === null || (typeof value === 'string' && value.length <= selectionLength)) return null
  const key = value === undefined ? 'fields.selectionMissing' : 'fields.selectionInvalid'
  const message = createMessage(key, { path, most: selectionLength })
  return new Refusal(message, 'INVALID_VALUE', place)
}

/** `{add: [ids]}` or `{remove: [ids]}`. */
function validateAnswerChange(value: Readonly<Record<string, unknown>>, location: Location): readonly (Refusal | null)[] {
  const [[key, ids] = [''], ...otherEntries] = Object.entries(value)
  if (otherEntries.length === 0 && (key === 'add' || key === 'remove') && Array.isArray(ids) && ids.length <= maximumIds) {
    return ids.map((id: unknown, index) => validateId(id, appendStep(location, `.${key}[${index}]`)))
  }
  const message = createMessage('fields.selectionChangeRequired', { path: location.path })
  return [new Refusal(message, 'INVALID_VALUE', location.place)]
}

function prepareValue(value: unknown, lists: boolean): unknown {
  if (value === '') return null
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (!lists || !isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, ids]) => [key, Array.isArray(ids) ? ids.map(toId) : ids]))
}

/**
 * The entries of a configuration request, in order.
 * @param lists true if an entry may also add or remove single answers: `{add: [ids]}`, `{remove: [ids]}`
 */
export function createEntriesContent<Entry>({ lists }: { readonly lists: boolean }): JsonContent<readonly Entry[], null> {
  const value = lists ? selectionSchema : textSchema
  return {
    schema: {
      type: 'array',
      maxItems: maximumEntries,
      items: { type: 'object', properties: { question_id: idSchema, value }, required: entryKeys, additionalProperties: false },
    },
    typeText: 'unknown',
    empty: null,
    prepare(entries) {
      if (!Array.isArray(entries)) return entries
      return entries.map((entry: unknown) =>
        isObject(entry) && Object.hasOwn(entry, 'value')
          ? { ...entry, question_id: toId(entry['question_id']), value: prepareValue(entry['value'], lists) }
          : entry,
      )
    },
    validate(entries, { name }) {
      if (!Array.isArray(entries)) return [new Refusal(createMessage('fields.selectionsRequired', { name }))]
      if (entries.length > maximumEntries) {
        return [new Refusal(createMessage('fields.tooManyEntriesSent', { name, most: maximumEntries, count: entries.length }))]
      }
      return entries
        .flatMap((entry: unknown, index) => validateEntry(entry, { path: `${name}[${index}]`, place: `[${index}]` }, lists))
        .filter((refusal) => refusal !== null)
    },
  }
}

/** The property kind of a single selection, as in an entry of a change. An empty value clears the question. */
export const selectionKind: PropertyKind<null> = {
  name: 'selection',
  control: 'text',
  column: () => null,
  schema: () => selectionSchema,
  typeText: () => 'unknown',
  prepare: (value) => prepareValue(value, true),
  validate(value, { name }) {
    const location = { path: name, place: '' }
    const refusals = isObject(value) ? validateAnswerChange(value, location) : [validateSelection(value, location)]
    return refusals.flatMap((refusal) =>
      refusal ? [new Refusal(getMessage(refusal), refusal.code, refusal.path?.replace(/^\./, '') || undefined)] : [],
    )
  },
}

/** A list of access tokens that a guest brings along. */
export const tokensContent: JsonContent<readonly string[], null> = {
  schema: { type: 'array', items: { type: 'string' }, maxItems: maximumTokens },
  typeText: 'readonly string[]',
  empty: null,
  validate(tokens, { name }) {
    const isList = Array.isArray(tokens) && tokens.length <= maximumTokens && tokens.every((token) => typeof token === 'string')
    return isList ? [] : [new Refusal(createMessage('fields.tokensRequired', { name, most: maximumTokens }))]
  },
}

interface ListItems<T> {
  readonly schema: JsonSchema
  is(value: unknown): value is T
  readonly maxItems: number
}

/** A list of plain values. */
export function createListContent<T>({ schema, is, maxItems: maximum }: ListItems<T>): JsonContent<readonly T[], null> {
  return {
    schema: { type: 'array', items: schema, maxItems: maximum },
    typeText: 'unknown',
    empty: null,
    validate(list, { name }) {
      const isList = Array.isArray(list) && list.length <= maximum && list.every(is)
      return isList
        ? []
        : [new Refusal(createMessage('fields.listOfSchemaRequired', { name, most: maximum, schema: JSON.stringify(schema) }))]
    },
  }
}

const text: JsonSchema = { type: 'string' }
const id: JsonSchema = { type: ['integer', 'null'], minimum: 1 }

const addressMembers = {
  first_name: text,
  last_name: text,
  company: text,
  line1: text,
  line2: text,
  zip: text,
  city: text,
  country_id: { type: 'integer', minimum: 1 },
  state_id: id,
  county_id: id,
  city_id: id,
} satisfies Readonly<Record<string, JsonSchema>>

const toTypeText = (schema: JsonSchema): string => (schema === text ? 'string' : schema === id ? 'number | null' : 'number')

const requiredMembers = ['line1', 'city', 'country_id']

const addressContent: JsonContent<Readonly<Record<string, unknown>>, null> = {
  schema: { type: 'object', properties: addressMembers, required: requiredMembers, additionalProperties: false },
  typeText: `{ ${Object.entries(addressMembers)
    .map(([name, schema]) => `readonly ${name}${requiredMembers.includes(name) ? '' : '?'}: ${toTypeText(schema)}`)
    .join('; ')} }`,
  empty: null,
  validate(address, { name }) {
    return isObject(address) && !Array.isArray(address) ? [] : [new Refusal(createMessage('fields.addressRequired', { name }))]
  },
}

/** The fields of the entity `address`, without the owner's ids. */
export const createAddressArgument = (label: string) =>
  json(label, {
    content: addressContent,
    help: "It takes the fields of an address: 'line1', 'zip', 'city', 'country_id' and so on.",
  })

const maximumPreferences = 50
const maximumValues = 200
const maximumLength = 200
const maximumWeight = 100
const preferenceKeys = ['question_id', 'values', 'min', 'max', 'weight']

const isWholeNumber = (value: unknown, maximum: number): boolean =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 && value <= maximum
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '' && value.length <= maximumLength
const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= 1e9

/** Each member with its check and its description for messages. */
const preferenceMembers: Readonly<Record<string, { readonly is: (value: unknown) => boolean; readonly takes: Message }>> = {
  question_id: {
    is: (value) => isWholeNumber(value, Number.MAX_SAFE_INTEGER),
    takes: createMessage('fields.preferenceQuestion'),
  },
  values: {
    is: (value) => Array.isArray(value) && value.length >= 1 && value.length <= maximumValues && value.every(isText),
    takes: createMessage('fields.preferenceValues', { most: maximumValues }),
  },
  min: { is: isNumber, takes: createMessage('fields.preferenceNumber') },
  max: { is: isNumber, takes: createMessage('fields.preferenceNumber') },
  weight: {
    is: (value) => isWholeNumber(value, maximumWeight),
    takes: createMessage('fields.preferenceWeight', { most: maximumWeight }),
  },
}

function validatePreference(wish: unknown, path: string, place: string): readonly Refusal[] {
  if (!isObject(wish)) {
    return [new Refusal(createMessage('fields.preferenceRequired', { path }), 'INVALID_VALUE', place)]
  }
  const refusals: Refusal[] = []
  for (const key of Object.keys(wish)) {
    if (preferenceKeys.includes(key)) continue
    const name = key.slice(0, 100)
    refusals.push(
      new Refusal(
        createMessage('fields.unknownInEntry', { name, path, hint: suggestName(key, preferenceKeys) }),
        'UNKNOWN_FIELD',
        `${place}.${name}`,
      ),
    )
  }
  for (const key of preferenceKeys) {
    const value = wish[key]
    const isSet = Object.hasOwn(wish, key)
    if ((isSet || key === 'question_id') && !preferenceMembers[key]!.is(value)) {
      refusals.push(
        new Refusal(
          createMessage('fields.preferenceInvalid', { path: `${path}.${key}`, takes: preferenceMembers[key]!.takes }),
          'INVALID_VALUE',
          `${place}.${key}`,
        ),
      )
    }
  }
  const [byValues, byRange] = [Object.hasOwn(wish, 'values'), Object.hasOwn(wish, 'min') || Object.hasOwn(wish, 'max')]
  if (byValues === byRange) {
    refusals.push(new Refusal(createMessage('fields.preferenceContradictory', { path }), 'INVALID_VALUE', place))
  }
  return refusals
}

const number = { type: 'number' }

/** The JSON content of a shopper's wishes: questions with acceptable values, or with a range of numbers. */
export const preferencesContent: JsonContent<readonly PreferenceInput[], null> = {
  schema: {
    type: 'array',
    maxItems: maximumPreferences,
    items: {
      type: 'object',
      properties: {
        question_id: { type: 'integer', minimum: 1 },
        values: { type: 'array', items: { type: 'string', maxLength: maximumLength }, minItems: 1, maxItems: maximumValues },
        min: number,
        max: number,
        weight: { type: 'integer', minimum: 1, maximum: maximumWeight },
      },
      required: ['question_id'],
      additionalProperties: false,
    },
  },
  typeText: 'unknown',
  empty: null,
  validate(wishes, { name }) {
    if (!Array.isArray(wishes) || wishes.length > maximumPreferences) {
      return [new Refusal(createMessage('fields.preferencesRequired', { name, most: maximumPreferences }))]
    }
    return wishes.flatMap((wish: unknown, index) => validatePreference(wish, `${name}[${index}]`, `[${index}]`))
  },
}
