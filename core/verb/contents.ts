// What structured arguments of verbs hold: entries of a configuration, and lists of tokens.
import { isObject } from '../ground/object.js'
import { didYouMean } from '../ground/nearest.js'
import { type JsonSchema, type PropertyKind, Refusal } from '../ground/property/kind.js'
import type { JsonContent } from '../model/properties/json.js'
import { selectionLength } from '../model/properties/selections.js'

/** Entries of one request at most; a product has far fewer questions. */
const mostEntries = 5_000
/** Ids in an addition or a removal. */
const mostIds = 1_000
const mostTokens = 50
const entryKeys = ['question_id', 'value']

const idSchema: JsonSchema = { type: 'integer', minimum: 1 }
const idsSchema: JsonSchema = { type: 'array', items: idSchema, maxItems: mostIds }
const textSchema: JsonSchema = { type: ['string', 'number', 'null'], maxLength: selectionLength }
const listSchemas = ['add', 'remove'].map((key) => ({
  type: 'object',
  properties: { [key]: idsSchema },
  required: [key],
  additionalProperties: false,
}))

const selectionSchema: JsonSchema = { anyOf: [textSchema, ...listSchemas] }

/** Text of digits counts as the id that it spells. */
const idOf = (value: unknown): unknown => (typeof value === 'string' && /^[0-9]{1,15}$/.test(value) ? Number(value) : value)
const isId = (value: unknown): boolean => typeof value === 'number' && Number.isSafeInteger(value) && value > 0
/** Where something stands: what messages say, and the field of the issue below the argument. */
interface Spot {
  readonly path: string
  readonly place: string
}

const below = ({ path, place }: Spot, step: string): Spot => ({ path: `${path}${step}`, place: `${place}${step}` })

function judgeId(value: unknown, { path, place }: Spot): Refusal | null {
  if (isId(value)) return null
  const missing = value === undefined ? ' is missing; it' : ''
  const message = `Field '${path}'${missing} takes the id of a record, a whole number from 1.`
  return new Refusal(message, 'INVALID_VALUE', place)
}

function judgeEntry(entry: unknown, spot: Spot, lists: boolean): readonly (Refusal | null)[] {
  const { path, place } = spot
  if (!isObject(entry)) {
    return [new Refusal(`Entry '${path}' takes an object with 'question_id' and 'value'.`, 'INVALID_VALUE', place)]
  }
  const unknown = Object.keys(entry)
    .filter((key) => !entryKeys.includes(key))
    .map((key) => {
      const name = key.slice(0, 100)
      return new Refusal(
        `Unknown field '${name}' in '${path}'.${didYouMean(key, entryKeys)}`,
        'UNKNOWN_FIELD',
        `${place}.${name}`,
      )
    })
  const value = below(spot, '.value')
  const judged = lists && isObject(entry['value']) ? judgeList(entry['value'], value) : [judgeText(entry['value'], value)]
  return [...unknown, judgeId(entry['question_id'], below(spot, '.question_id')), ...judged]
}

function judgeText(value: unknown, { path, place }: Spot): Refusal | null {
  if (value === null || (typeof value === 'string' && value.length <= selectionLength)) return null
  const missing = value === undefined ? 'is missing; it ' : ''
  const message = `Field '${path}' ${missing}takes a text of at most ${selectionLength} characters, or null to clear the question.`
  return new Refusal(message, 'INVALID_VALUE', place)
}

/** `{add: [ids]}` or `{remove: [ids]}`. */
function judgeList(value: Readonly<Record<string, unknown>>, spot: Spot): readonly (Refusal | null)[] {
  const [[key, ids] = [''], ...others] = Object.entries(value)
  if (others.length === 0 && (key === 'add' || key === 'remove') && Array.isArray(ids) && ids.length <= mostIds) {
    return ids.map((id: unknown, index) => judgeId(id, below(spot, `.${key}[${index}]`)))
  }
  const message = `Field '${spot.path}' takes a text, null, or an object with either 'add' or 'remove' and a list of answer ids.`
  return [new Refusal(message, 'INVALID_VALUE', spot.place)]
}

function preparedValue(value: unknown, lists: boolean): unknown {
  if (value === '') return null
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (!lists || !isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, ids]) => [key, Array.isArray(ids) ? ids.map(idOf) : ids]))
}

/**
 * Entries of a configuration, in order.
 * @param lists true where an entry may also add to a selection and take from it: `{add: [ids]}`, `{remove: [ids]}`
 */
export function entriesContent<Entry>({ lists }: { readonly lists: boolean }): JsonContent<readonly Entry[], null> {
  const value = lists ? selectionSchema : textSchema
  return {
    schema: {
      type: 'array',
      maxItems: mostEntries,
      items: { type: 'object', properties: { question_id: idSchema, value }, required: entryKeys, additionalProperties: false },
    },
    typeText: 'unknown',
    empty: null,
    prepare(sent) {
      if (!Array.isArray(sent)) return sent
      return sent.map((entry: unknown) =>
        isObject(entry) && Object.hasOwn(entry, 'value')
          ? { ...entry, question_id: idOf(entry['question_id']), value: preparedValue(entry['value'], lists) }
          : entry,
      )
    },
    validate(sent, { name }) {
      if (!Array.isArray(sent)) return [new Refusal(`Field '${name}' takes a list of objects with 'question_id' and 'value'.`)]
      if (sent.length > mostEntries) {
        return [new Refusal(`Field '${name}' takes at most ${mostEntries} entries; ${sent.length} were sent.`)]
      }
      return sent
        .flatMap((entry: unknown, index) => judgeEntry(entry, { path: `${name}[${index}]`, place: `[${index}]` }, lists))
        .filter((refusal) => refusal !== null)
    },
  }
}

/** What one question is to hold, as in an entry of a change; where it is empty the question is cleared. */
export const selectionKind: PropertyKind<null> = {
  name: 'selection',
  control: 'text',
  column: () => null,
  schema: () => selectionSchema,
  typeText: () => 'unknown',
  prepare: (value) => preparedValue(value, true),
  validate(value, { name }) {
    const spot = { path: name, place: '' }
    const found = isObject(value) ? judgeList(value, spot) : [judgeText(value, spot)]
    return found.flatMap((refusal) =>
      refusal ? [new Refusal(refusal.message, refusal.code, refusal.path?.replace(/^\./, '') || undefined)] : [],
    )
  },
}

/** Tokens of what a guest takes along. */
export const tokensContent: JsonContent<readonly string[], null> = {
  schema: { type: 'array', items: { type: 'string' }, maxItems: mostTokens },
  typeText: 'readonly string[]',
  empty: null,
  validate(sent, { name }) {
    const isList = Array.isArray(sent) && sent.length <= mostTokens && sent.every((one) => typeof one === 'string')
    return isList ? [] : [new Refusal(`Field '${name}' takes a list of at most ${mostTokens} tokens.`)]
  },
}

interface Items<T> {
  readonly schema: JsonSchema
  is(value: unknown): value is T
  readonly most: number
}

/** A list of plain values. */
export function listContent<T>({ schema, is, most }: Items<T>): JsonContent<readonly T[], null> {
  return {
    schema: { type: 'array', items: schema, maxItems: most },
    typeText: 'unknown',
    empty: null,
    validate(sent, { name }) {
      const isList = Array.isArray(sent) && sent.length <= most && sent.every(is)
      return isList ? [] : [new Refusal(`Field '${name}' takes a list of at most ${most}, each ${JSON.stringify(schema)}.`)]
    },
  }
}
