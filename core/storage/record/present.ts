// Converts rows and texts to wire records: property kinds convert their values, and plain keys resolve by language.
import { createFastObject } from '../../foundation/json.js'
import type { Property } from '../../foundation/property/kind.js'
import { flatKey } from '../../foundation/language.js'
import type { Registry } from '../../model/registry.js'
import type { RecordRow } from '../database/statement.js'
import type { WireRecord } from '../../foundation/property/typing.js'
import type { RecordTexts } from './texts.js'
import { messageText } from '../../foundation/message-format.js'
import { createLabel, createMessage, type Message } from '../../foundation/message.js'
import { type Entity, isReadable } from '../../model/entity/define.js'

/** The wire value of a column. Without the registry, core's internal form, with rules and terms as stored. */
export function presentValue(property: Property, stored: unknown, registry?: Registry): unknown {
  return property.kind.present ? property.kind.present(stored, property, registry) : stored
}

export interface RecordLanguages {
  /** The languages of plain keys: the requested one, then the fallbacks. */
  readonly tags: readonly string[]
  /** The languages of flat keys. Empty in a collection. */
  readonly flat: readonly string[]
}

const chainCache = new WeakMap<readonly string[], Map<string, readonly string[]>>()

/** The requested language, the store default, then all other active languages. A record with any name thus always has a name. */
export function getLanguageChain(language: string, active: readonly string[]): readonly string[] {
  const chainsByLanguage = chainCache.get(active) ?? new Map<string, readonly string[]>()
  chainCache.set(active, chainsByLanguage)
  const chain = chainsByLanguage.get(language) ?? [language, ...active.filter((tag) => tag !== language)]
  chainsByLanguage.set(language, chain)
  return chain
}

interface PresentationPlan {
  /** All keys in order. Copies of this object keep V8's fast properties. Adding key by key would create a slow dictionary. */
  readonly template: Readonly<Record<string, unknown>>
  readonly steps: readonly {
    readonly property: Property
    /** False if the column already has the wire value. */
    readonly differs: boolean
    readonly flat: readonly { readonly tag: string; readonly key: string }[]
  }[]
}

/** A shared list for "no flat keys", because plans are cached by list identity. */
const noTags: readonly string[] = []

const planCache = new WeakMap<readonly Property[], WeakMap<readonly string[], PresentationPlan>>()

/** The plan for records of these properties. Cached by the identity of both lists. */
function getPlan(properties: readonly Property[], languages: readonly string[]): PresentationPlan {
  const tags = languages.length === 0 ? noTags : languages
  const plansByTags = planCache.get(properties) ?? new WeakMap<readonly string[], PresentationPlan>()
  planCache.set(properties, plansByTags)
  const cachedPlan = plansByTags.get(tags)
  if (cachedPlan) return cachedPlan
  const steps = properties.map((property) => ({
    property,
    differs: property.kind.present !== undefined,
    flat: property.translatable ? tags.map((tag) => ({ tag, key: flatKey(property.name, tag) })) : [],
  }))
  const keys = steps.flatMap(({ property, flat }) => [property.name, ...flat.map(({ key }) => key)])
  const plan = { template: createFastObject(['id', ...keys].map((key) => [key, null])), steps }
  plansByTags.set(tags, plan)
  return plan
}

/** Builds one record: `id`, then the properties in the given order. A translatable property has its plain key, then its flat keys. */
export function presentRecord(
  properties: readonly Property[],
  row: RecordRow,
  texts: Pick<RecordTexts, 'exact' | 'plain'>,
  languages: RecordLanguages,
  registry?: Registry,
): WireRecord {
  const { template, steps } = getPlan(properties, languages.flat)
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

/** `page "Frame"`, or `page 12` if the record has no text, as a value of a message. */
export function createDisplayName(entity: Entity, values: Readonly<Record<string, unknown>>): Message {
  const name = findNameText(entity, values)
  const label = createLabel('entity', entity.label)
  if (name !== null) return createMessage('errors.namedRecord', { entity: label, name })
  return createMessage('errors.numberedRecord', { entity: label, id: String(values.id) })
}

/** The English text of a display name. */
export const formatDisplayName = (entity: Entity, values: Readonly<Record<string, unknown>>): string =>
  messageText(createDisplayName(entity, values))

function findNameText(entity: Entity, values: Readonly<Record<string, unknown>>): string | null {
  for (const name of entity.listing) {
    const property = entity.properties[name]
    if (!property || !isReadable(property) || property.kind.filter !== 'search') continue
    const value = values[name]
    if (typeof value === 'string' && value !== '') return value.length > 100 ? `${value.slice(0, 100)}…` : value
  }
  return null
}
