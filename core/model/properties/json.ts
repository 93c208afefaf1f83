// The `json` kind: an object or array whose content its owner describes and judges; kept as JSON text.
import { jsonColumn, judgeJson, readJson, storeJson } from '../../ground/property/json-text.js'
import { type JsonSchema, type PropertyKind, Refusal, type UnnamedProperty } from '../../ground/property/kind.js'
import { type Given, isAlwaysRequired } from '../../ground/property/options.js'
import type { Exactly, NoOptions, TypingOf, typing } from '../../ground/property/typing.js'
import type { Registry } from '../registry.js'

/** What an owner says of its content; each member does what the kind's member of that name does. */
export interface JsonContent<V = unknown, E = unknown>
  extends Pick<PropertyKind<JsonOptions>, 'check' | 'store' | 'present' | 'references' | 'repoint' | 'referenceTargets'> {
  /** Of a read value and of a sent one; without null. */
  readonly schema: JsonSchema
  readonly typeText: string
  /** One value as JSON, shown to whoever sends something else than the schema's top. */
  readonly example?: string
  /** Form texts inside the value to what they mean; pure. */
  prepare?(value: unknown): unknown
  /** What the admin writes it with, where that is more than JSON as a text. */
  readonly editor?: string
  /** Fields of the record that this editor writes along: a form shows none of them beside it. */
  readonly writes?: readonly string[]
  /** As the kind's `definitions`. */
  definitions?(registry: Registry): Readonly<Record<string, JsonSchema>>
  /** Judges a value that is an object or an array; pure. */
  validate?: PropertyKind<JsonOptions>['validate']
  /** What an emptied field reads as. */
  readonly empty: E
  /** In types only: what the value is where it is filled. */
  readonly [typing]?: V
}

export interface JsonOptions {
  readonly content: JsonContent
}

/** Content of which nothing is said. */
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
  prepare: (value, property) => (value === '' || value === null ? null : (property.options.content.prepare?.(value) ?? value)),
  validate(value, property) {
    const { schema, example } = property.options.content
    const fits = typeof value === 'object' && value !== null
    if (example !== undefined && (!fits || Array.isArray(value) !== (schema.type === 'array'))) {
      const wanted = schema.type === 'array' ? 'a list' : 'an object'
      return [new Refusal(`Field ${property.label} takes ${wanted} such as ${example}.`, 'WRONG_TYPE')]
    }
    if (!fits) return [new Refusal(`Field ${property.label} takes an object or a list.`, 'WRONG_TYPE')]
    const refusals = judgeJson(property.label, value)
    return refusals.length > 0 ? refusals : (property.options.content.validate?.(value, property) ?? [])
  },
  checks: ({ options: { content } }) => content.check !== undefined,
  check: async (value, property, scope) =>
    (await property.options.content.check?.(value, property, scope)) ?? { value, issues: [] },
  store: (value, property) => property.options.content.store?.(value, property) ?? storeJson(value),
  present(stored, property, registry) {
    const { content } = property.options
    const value = readJson(stored, content.empty)
    return content.present && stored !== '' ? content.present(value, property, registry) : value
  },
  hints({ options: { content } }): Readonly<Record<string, unknown>> {
    const { editor, writes } = content
    return { ...(editor !== undefined && { editor }), ...(writes && { writes }) }
  },
  references: (value, property, registry) => property.options.content.references?.(value, property, registry) ?? [],
  repoint: (value, property, to, registry, record) =>
    property.options.content.repoint?.(value, property, to, registry, record) ?? value,
  referenceTargets: (property) => property.options.content.referenceTargets?.(property) ?? [],
}

/** The typing of a value whose owner says what it is. */
export type JsonTyping<G> = G extends { readonly content: JsonContent<infer V, infer E> }
  ? TypingOf<G, V, E>
  : TypingOf<G, unknown>

export function json<const G extends Given<Partial<JsonOptions>> = NoOptions>(
  label: string,
  given?: Exactly<G, Given<Partial<JsonOptions>>>,
): UnnamedProperty<JsonOptions, JsonTyping<G>>
export function json(label: string, given: Given<Partial<JsonOptions>> = {}): UnnamedProperty<JsonOptions> {
  const { content = anyContent, ...common } = given
  return { kind: jsonKind, label, ...common, options: { content } }
}
