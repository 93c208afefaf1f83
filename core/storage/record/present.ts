// Rows and texts to wire records: each kind presents its own values, plain keys resolve by language.
import { createFastObject } from '../../foundation/fast-object.js'
import type { Property } from '../../foundation/property/kind.js'
import { flatKey } from '../../foundation/language/tags.js'
import type { Registry } from '../../model/registry.js'
import type { RecordRow } from '../database/statement.js'
import type { WireRecord } from './results.js'
import type { Texts } from './strings.js'

/** A column value as callers see it; without the registry as core itself works with it, rules and terms as they are stored. */
export function presentValue(property: Property, stored: unknown, registry?: Registry): unknown {
  return property.kind.present ? property.kind.present(stored, property, registry) : stored
}

export interface Languages {
  /** Of the plain keys: the language that is wanted, then those that stand in where it has no text. */
  readonly tags: readonly string[]
  /** Of the flat keys; none in a collection. */
  readonly flat: readonly string[]
}

const chains = new WeakMap<readonly string[], Map<string, readonly string[]>>()

/** The wanted language, the store default, then every other active one: no record is nameless as long as it has one name. */
export function languageChain(wanted: string, active: readonly string[]): readonly string[] {
  const known = chains.get(active) ?? new Map<string, readonly string[]>()
  chains.set(active, known)
  const chain = known.get(wanted) ?? [wanted, ...active.filter((tag) => tag !== wanted)]
  known.set(wanted, chain)
  return chain
}

interface Plan {
  /** Every key in order, on an object that V8 keeps fast: one that grows key by key becomes a slow dictionary. */
  readonly template: Readonly<Record<string, unknown>>
  readonly steps: readonly {
    readonly property: Property
    /** False where a column holds what callers see. */
    readonly differs: boolean
    readonly flat: readonly { readonly tag: string; readonly key: string }[]
  }[]
}

/** One list for all that want no flat keys, by which their plan is kept. */
const noTags: readonly string[] = []

const plans = new WeakMap<readonly Property[], WeakMap<readonly string[], Plan>>()

/** How records of these properties look; worked out once per pair of lists, which callers keep. */
function planOf(properties: readonly Property[], wanted: readonly string[]): Plan {
  const tags = wanted.length === 0 ? noTags : wanted
  const known = plans.get(properties) ?? new WeakMap<readonly string[], Plan>()
  plans.set(properties, known)
  const held = known.get(tags)
  if (held) return held
  const steps = properties.map((property) => ({
    property,
    differs: property.kind.present !== undefined,
    flat: property.translatable ? tags.map((tag) => ({ tag, key: flatKey(property.name, tag) })) : [],
  }))
  const keys = steps.flatMap(({ property, flat }) => [property.name, ...flat.map(({ key }) => key)])
  const plan = { template: createFastObject(['id', ...keys].map((key) => [key, null])), steps }
  known.set(tags, plan)
  return plan
}

/** One record: `id`, then the properties in the given order; a translatable one is its plain key and then its flat keys. */
export function presentRecord(
  properties: readonly Property[],
  row: RecordRow,
  texts: Pick<Texts, 'exact' | 'plain'>,
  languages: Languages,
  registry?: Registry,
): WireRecord {
  const { template, steps } = planOf(properties, languages.flat)
  const { id } = row
  const record: Record<string, unknown> & { id: number } = { ...template, id }
  for (const { property, differs, flat } of steps) {
    const { name } = property
    if (!property.translatable) record[name] = differs ? presentValue(property, row[name], registry) : row[name]
    else {
      record[name] = texts.plain(id, name, languages.tags)
      for (const { tag, key } of flat) record[key] = texts.exact(id, name, tag)
    }
  }
  return record
}
