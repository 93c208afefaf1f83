// Kinds whose value is a list of pairs: an id and what holds for it, e.g. a customer group and its price. Stored as JSON text.
import { isObject } from '../object.js'
import { jsonColumn, readJson, storeJson } from './json-text.js'
import { type JsonSchema, type Property, type PropertyKind, Refusal, type Reference, type SchemaUse } from './kind.js'

/** Entries of one list: there are no more customer groups. */
const mostPairs = 1_000

/** One of the two keys of a pair. */
export interface PairMember {
  readonly key: string
  /** The entity whose id stands here; left out where the value is no id. */
  readonly entity?: string
  readonly schema: (use: SchemaUse) => JsonSchema
  readonly typeText: string
  /** Form text to the value meant. */
  readonly prepare: (value: unknown) => unknown
  /** Why the value is not taken; null if it is. */
  judge(label: string, value: unknown): Refusal | null
}

type Pair = Readonly<Record<string, unknown>>

/** The members of such a kind, apart from name and control. The first member is the key: it stands in at most one pair. */
export function pairListMembers<O>(first: PairMember, second: PairMember): Omit<PropertyKind<O>, 'name' | 'control'> {
  const members = [first, second]
  const shape = `{${first.key}, ${second.key}}`
  const judgePair = (property: Property<O>, pair: unknown, index: number): readonly Refusal[] => {
    const path = `[${index}]`
    if (!isObject(pair)) return [new Refusal(`Field ${property.label} takes a list of ${shape}.`, 'WRONG_TYPE', path)]
    const unknown = Object.keys(pair).find((key) => key !== first.key && key !== second.key)
    if (unknown !== undefined) {
      return [
        new Refusal(`Unknown key '${unknown}' in field ${property.label}; its entries are ${shape}.`, 'UNKNOWN_FIELD', path),
      ]
    }
    return members.flatMap((member) => {
      const found = member.judge(property.label, pair[member.key])
      return found ? [new Refusal(found.message, found.code, `${path}.${member.key}`)] : []
    })
  }
  const pairsOf = (value: unknown): readonly Pair[] => (Array.isArray(value) ? value.filter(isObject) : [])
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
      if (!Array.isArray(value) || value.length > mostPairs) return value
      return value.map((pair: unknown) => {
        if (!isObject(pair)) return pair
        const meant = members.map(({ key, prepare }) => prepare(pair[key]))
        if (members.every(({ key }, index) => meant[index] === pair[key])) return pair
        const sent = members.flatMap(({ key }, index) => (Object.hasOwn(pair, key) ? [[key, meant[index]] as const] : []))
        return { ...pair, ...Object.fromEntries(sent) }
      })
    },
    validate(value, property) {
      if (!Array.isArray(value)) return [new Refusal(`Field ${property.label} takes a list of ${shape}.`, 'WRONG_TYPE')]
      if (value.length > mostPairs) {
        const message = `Field ${property.label} takes at most ${mostPairs} entries; there are ${value.length}.`
        return [new Refusal(message, 'TOO_LONG')]
      }
      const refusals = value.flatMap((pair: unknown, index) => judgePair(property, pair, index))
      if (refusals.length > 0) return refusals
      const seen = new Set<unknown>()
      for (const [index, pair] of pairsOf(value).entries()) {
        const key = pair[first.key]
        if (seen.has(key)) {
          return [
            new Refusal(
              `Field ${property.label} names ${first.key} ${String(key)} twice.`,
              'DUPLICATE',
              `[${index}].${first.key}`,
            ),
          ]
        }
        seen.add(key)
      }
      return []
    },
    store: storeJson,
    present: (stored) => readJson(stored, []),
    references: (value): readonly Reference[] =>
      pairsOf(value).flatMap((pair) =>
        members.flatMap(({ key, entity }) => (entity && typeof pair[key] === 'number' ? [{ entity, id: pair[key] }] : [])),
      ),
    repoint: (value, _property, to) =>
      pairsOf(value).map((pair) => {
        const other = members.map(({ key, entity }) => {
          const id = pair[key]
          return [key, entity && typeof id === 'number' ? to.idOf(entity, id) : id] as const
        })
        return { ...pair, ...Object.fromEntries(other) }
      }),
    referenceTargets: () => members.flatMap(({ entity }) => (entity ? [entity] : [])),
  }
}
