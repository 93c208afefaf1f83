// The `json` property kind: an object or array that its owner describes and validates, stored as JSON text.
import { isObject } from '../../foundation/json.js'
import { createLabel, createMessage, getMessage } from '../../foundation/message.js'
import { jsonColumn, validateJson, parseJsonText, toJsonText } from '../../foundation/property/text.js'
import {
  type JsonSchema,
  type Property,
  type PropertyKind,
  type Reference,
  Refusal,
  type SchemaUse,
  type UnnamedProperty,
  type FactoryOptions,
  isAlwaysRequired,
} from '../../foundation/property/kind.js'
import type { Exactly, NoOptions, TypingOf, typing } from '../../foundation/property/typing.js'
import type { Registry } from '../registry.js'

/** The description of a JSON value. Members with the name of a property kind's member have the same meaning. */
export interface JsonContent<V = unknown, E = unknown>
  extends Pick<PropertyKind<JsonOptions>, 'check' | 'store' | 'present' | 'references' | 'repoint' | 'referenceTargets'> {
  /** Schema of the value, both read and written, without null. */
  readonly schema: JsonSchema
  readonly typeText: string
  /** A JSON example for the error message about a value of another type. */
  readonly example?: string
  /** Normalises form texts inside the value. Must be pure. */
  prepare?(value: unknown): unknown
  /** The admin's editor. Default: a JSON text field. */
  readonly editor?: string
  /** The choices that the editor offers. */
  choices?(registry: Registry): readonly { readonly value: string; readonly label: string }[]
  /** Other fields of the record that the editor also changes. Forms do not show them separately. */
  readonly writes?: readonly string[]
  /** As `definitions` of a property kind. */
  definitions?(registry: Registry): Readonly<Record<string, JsonSchema>>
  /** Validates an object or array. Must be pure. */
  validate?: PropertyKind<JsonOptions>['validate']
  /** The value that is returned for an empty field. */
  readonly empty: E
  /** Exists only at compile time: the type of a filled value. */
  readonly [typing]?: V
}

export interface JsonOptions {
  readonly content: JsonContent
}

/** Unvalidated content. */
const anyContent: JsonContent<unknown, null> = {
  schema: { type: ['object', 'array'], items: {} },
  typeText: 'unknown',
  empty: null,
}

function withNull(schema: JsonSchema): JsonSchema {
  return Array.isArray(schema.type) || typeof schema.type === 'string'
    ? { ...schema, type: [schema.type, 'null'].flat() }
    : { anyOf: [schema, { type: 'null' }] }
}

/** True for a list that is longer than its schema allows. `validate` of the content refuses it by its length. */
function isTooLong({ schema }: JsonContent, value: unknown): boolean {
  return Array.isArray(value) && typeof schema.maxItems === 'number' && value.length > schema.maxItems
}

export const jsonKind: PropertyKind<JsonOptions> = {
  name: 'json',
  control: 'json',
  column: () => jsonColumn,
  schema(property, use) {
    const { schema, empty } = property.options.content
    const nullable = !isAlwaysRequired(property) && (use === 'write' || empty === null)
    return nullable ? withNull(schema) : schema
  },
  typeText(property) {
    const { typeText, empty } = property.options.content
    return isAlwaysRequired(property) || empty !== null || typeText === 'unknown' ? typeText : `${typeText} | null`
  },
  definitions: (property, registry: Registry) => property.options.content.definitions?.(registry) ?? {},
  prepare(value, { options: { content } }) {
    if (value === '' || value === null) return null
    return isTooLong(content, value) ? value : (content.prepare?.(value) ?? value)
  },
  validate(value, property) {
    const { schema, example } = property.options.content
    const isStructured = typeof value === 'object' && value !== null
    if (example !== undefined && (!isStructured || Array.isArray(value) !== (schema.type === 'array'))) {
      const message =
        schema.type === 'array'
          ? createMessage('fields.listExample', { field: createLabel('field', property.label), example })
          : createMessage('fields.objectExample', { field: createLabel('field', property.label), example })
      return [new Refusal(message, 'WRONG_TYPE')]
    }
    if (!isStructured)
      return [
        new Refusal(createMessage('fields.objectOrListRequired', { field: createLabel('field', property.label) }), 'WRONG_TYPE'),
      ]
    // The length is checked before the entries.
    const tooLong = isTooLong(property.options.content, value) ? (property.options.content.validate?.(value, property) ?? []) : []
    if (tooLong.length > 0) return tooLong
    const refusals = validateJson(property.label, value)
    return refusals.length > 0 ? refusals : (property.options.content.validate?.(value, property) ?? [])
  },
  checks: ({ options: { content } }) => content.check !== undefined,
  check: async (value, property, scope) =>
    (await property.options.content.check?.(value, property, scope)) ?? { value, issues: [] },
  store: (value, property) => property.options.content.store?.(value, property) ?? toJsonText(value),
  present(stored, property, registry) {
    const { content } = property.options
    const value = parseJsonText(stored, content.empty)
    return content.present && stored !== '' ? content.present(value, property, registry) : value
  },
  hints({ options: { content } }, registry: Registry): Readonly<Record<string, unknown>> {
    const { editor, writes } = content
    const choices = content.choices?.(registry)
    return { ...(editor !== undefined && { editor }), ...(writes && { writes }), ...(choices && { choices }) }
  },
  references: (value, property, registry) => property.options.content.references?.(value, property, registry) ?? [],
  repoint: (value, property, to, registry, record) =>
    property.options.content.repoint?.(value, property, to, registry, record) ?? value,
  referenceTargets: (property) => property.options.content.referenceTargets?.(property) ?? [],
}

/** The typing of a value with described content. */
export type JsonTyping<G> = G extends { readonly content: JsonContent<infer V, infer E> }
  ? TypingOf<G, V, E>
  : TypingOf<G, unknown>

export function json<const G extends FactoryOptions<Partial<JsonOptions>> = NoOptions>(
  label: string,
  propertyOptions?: Exactly<G, FactoryOptions<Partial<JsonOptions>>>,
): UnnamedProperty<JsonOptions, JsonTyping<G>>
export function json(label: string, propertyOptions: FactoryOptions<Partial<JsonOptions>> = {}): UnnamedProperty<JsonOptions> {
  const { content = anyContent, ...common } = propertyOptions
  return { kind: jsonKind, label, ...common, options: { content } }
}

// Other kinds stored as JSON text: their value is a list of pairs of an id and a value, for example customer group and price.

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
