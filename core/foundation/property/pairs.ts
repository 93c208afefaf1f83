// Property kinds whose value is a list of pairs of an id and a value, for example customer group and price. Stored as JSON text.
import { createLabel, createMessage, getMessage } from '../message.js'
import { isObject } from '../json.js'
import { jsonColumn, parseJsonText, toJsonText } from './text.js'
import { type JsonSchema, type Property, type PropertyKind, Refusal, type Reference, type SchemaUse } from './kind.js'

/** Maximum number of pairs, more than there are customer groups. */
const maximumPairs = 1_000

/** One of the two keys of a pair. */
export interface PairMember {
  readonly key: string
  /** The entity of the id; undefined if the value is not an id. */
  readonly entity?: string
  readonly schema: (use: SchemaUse) => JsonSchema
  readonly typeText: string
  /** Converts form text to a value. */
  readonly prepare: (value: unknown) => unknown
  /** The reason why the value is refused; null if it is valid. */
  validate(label: string, value: unknown): Refusal | null
}

type Pair = Readonly<Record<string, unknown>>

/** The members of such a kind, without name and control. The first member of a pair is unique within the list. */
export function createPairListMembers<O>(first: PairMember, second: PairMember): Omit<PropertyKind<O>, 'name' | 'control'> {
  const members = [first, second]
  const shape = `{${first.key}, ${second.key}}`
  const validatePair = (property: Property<O>, pair: unknown, index: number): readonly Refusal[] => {
    const path = `[${index}]`
    if (!isObject(pair))
      return [
        new Refusal(
          createMessage('fields.listOfRequired', { field: createLabel('field', property.label), shape }),
          'WRONG_TYPE',
          path,
        ),
      ]
    const unknownKey = Object.keys(pair).find((key) => key !== first.key && key !== second.key)
    if (unknownKey !== undefined) {
      return [
        new Refusal(
          createMessage('fields.unknownKeyInEntry', { key: unknownKey, field: createLabel('field', property.label), shape }),
          'UNKNOWN_FIELD',
          path,
        ),
      ]
    }
    return members.flatMap((member) => {
      const refusal = member.validate(property.label, pair[member.key])
      return refusal ? [new Refusal(getMessage(refusal), refusal.code, `${path}.${member.key}`)] : []
    })
  }
  const toPairs = (value: unknown): readonly Pair[] => (Array.isArray(value) ? value.filter(isObject) : [])
  return {
    column: () => jsonColumn,
    schema: (_property, use) => ({
      type: use === 'write' ? ['array', 'null'] : 'array',
      items: {
        type: 'object',
        properties: { [first.key]: first.schema(use), [second.key]: second.schema(use) },
        required: [first.key, second.key],
        additionalProperties: false,
      },
    }),
    typeText: () => `readonly { readonly ${first.key}: ${first.typeText}; readonly ${second.key}: ${second.typeText} }[]`,
    prepare(value) {
      if (value === '') return null
      if (!Array.isArray(value) || value.length > maximumPairs) return value
      return value.map((pair: unknown) => {
        if (!isObject(pair)) return pair
        const prepared = members.map(({ key, prepare }) => prepare(pair[key]))
        if (members.every(({ key }, index) => prepared[index] === pair[key])) return pair
        const entries = members.flatMap(({ key }, index) => (Object.hasOwn(pair, key) ? [[key, prepared[index]] as const] : []))
        return { ...pair, ...Object.fromEntries(entries) }
      })
    },
    validate(value, property) {
      if (!Array.isArray(value))
        return [
          new Refusal(
            createMessage('fields.listOfRequired', { field: createLabel('field', property.label), shape }),
            'WRONG_TYPE',
          ),
        ]
      if (value.length > maximumPairs) {
        const message = createMessage('fields.tooManyEntries', {
          field: createLabel('field', property.label),
          most: maximumPairs,
          count: value.length,
        })
        return [new Refusal(message, 'TOO_LONG')]
      }
      const refusals = value.flatMap((pair: unknown, index) => validatePair(property, pair, index))
      if (refusals.length > 0) return refusals
      const keys = new Set<unknown>()
      for (const [index, pair] of toPairs(value).entries()) {
        const key = pair[first.key]
        if (keys.has(key)) {
          return [
            new Refusal(
              createMessage('fields.keyTwice', {
                field: createLabel('field', property.label),
                key: first.key,
                value: String(key),
              }),
              'DUPLICATE',
              `[${index}].${first.key}`,
            ),
          ]
        }
        keys.add(key)
      }
      return []
    },
    store: toJsonText,
    present: (stored) => parseJsonText(stored, []),
    references: (value): readonly Reference[] =>
      toPairs(value).flatMap((pair) =>
        members.flatMap(({ key, entity }) => (entity && typeof pair[key] === 'number' ? [{ entity, id: pair[key] }] : [])),
      ),
    repoint: (value, _property, to) =>
      toPairs(value).map((pair) => {
        const entries = members.map(({ key, entity }) => {
          const id = pair[key]
          return [key, entity && typeof id === 'number' ? to.idOf(entity, id) : id] as const
        })
        return { ...pair, ...Object.fromEntries(entries) }
      }),
    referenceTargets: () => members.flatMap(({ entity }) => (entity ? [entity] : [])),
  }
}
