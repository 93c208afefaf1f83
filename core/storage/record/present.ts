// Converts rows and texts to wire records: property kinds convert their values, and plain keys resolve by language.
import { createFastObject } from '../../foundation/json.js'
import type { Property } from '../../foundation/property/kind.js'
import { flatKey } from '../../foundation/language.js'
import type { Registry } from '../../model/registry.js'
import { type RecordRow, toInList, splitIntoPortions, type SqlParameter, type Queryable } from '../database/dialect.js'
import type { WireRecord } from '../../foundation/property/typing.js'
import { messageText } from '../../foundation/message-format.js'
import { createLabel, createMessage, type Message } from '../../foundation/message.js'
import { type Entity, isReadable } from '../../model/entity/define.js'

interface TextRow {
  readonly entity_id: number
  readonly field: string
  readonly language_tag: string
  readonly text: string
}

/** Texts by record, field and language. */
export class Texts {
  private readonly records = new Map<number, Map<string, Map<string, string>>>()

  constructor(rows: readonly TextRow[] = []) {
    for (const row of rows) this.set(row.entity_id, row.field, row.language_tag, row.text)
  }

  set(id: number, field: string, tag: string, text: string): void {
    let fields = this.records.get(id)
    if (!fields) this.records.set(id, (fields = new Map()))
    const texts = fields.get(field)
    if (texts) texts.set(tag, text)
    else fields.set(field, new Map([[tag, text]]))
  }

  /** The text in the language, or '' if there is none. */
  exact(id: number, field: string, tag: string): string {
    return this.records.get(id)?.get(field)?.get(tag) ?? ''
  }

  /** The text of the plain key: the first non-empty text in the order of `tags`. */
  plain(id: number, field: string, tags: readonly string[]): string {
    const texts = this.records.get(id)?.get(field)
    if (!texts) return ''
    for (const tag of tags) {
      const text = texts.get(tag)
      if (text) return text
    }
    return ''
  }

  /** Adds the texts of another instance. */
  add(more: Texts): void {
    for (const [id, fields] of more.records) {
      for (const [field, texts] of fields) for (const [tag, text] of texts) this.set(id, field, tag, text)
    }
  }
}

const selectTextsOfOne = 'SELECT entity_id, field, language_tag, text FROM svc_texts WHERE entity = ? AND entity_id = ?'
const selectTextsOfMany = 'SELECT entity_id, field, language_tag, text FROM svc_texts WHERE entity = ? AND entity_id IN '

/** Reads the texts of the records, with one query per 8,192 records. `fields` and `tags` restrict the result. */
export async function loadTexts(
  on: Queryable,
  entity: string,
  ids: readonly number[],
  only: { readonly fields?: readonly string[]; readonly tags?: readonly string[] } = {},
): Promise<Texts> {
  if (ids.length === 0 || only.fields?.length === 0) return new Texts()
  if (ids.length === 1 && !only.fields && !only.tags)
    return new Texts(await on.query<TextRow>(selectTextsOfOne, [entity, ids[0]!]))
  const narrowing = [
    ...(only.fields ? [{ column: 'field', list: toInList(only.fields) }] : []),
    ...(only.tags ? [{ column: 'language_tag', list: toInList(only.tags) }] : []),
  ]
  const narrow = narrowing.map(({ column, list }) => ` AND ${column} IN ${list.sql}`).join('')
  const rows: TextRow[][] = []
  for (const portion of splitIntoPortions(ids)) {
    const list = toInList(portion)
    const params: SqlParameter[] = [entity, ...list.params, ...narrowing.flatMap((part) => part.list.params)]
    rows.push(await on.query<TextRow>(selectTextsOfMany + list.sql + narrow, params))
  }
  return new Texts(rows.flat())
}

/** The wire value of a column. Without the registry, core's internal form, with rules and terms as stored. */
export function presentValue(property: Property, stored: unknown, registry?: Registry): unknown {
  const { kind } = property
  if (kind.empty !== undefined && (stored === null || stored === undefined || stored === '')) return kind.empty
  return kind.present ? kind.present(stored, property, registry) : stored
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
    differs: property.kind.present !== undefined || property.kind.empty !== undefined,
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
  texts: Texts,
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
