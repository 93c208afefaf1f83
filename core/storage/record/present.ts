// The columns and texts of an entity, and its records as wire records: property kinds convert values, and plain keys resolve by language.
import { createFastObject } from '../../foundation/json.js'
import type { Property } from '../../foundation/property/kind.js'
import { flatKey } from '../../foundation/language.js'
import type { Registry } from '../../model/registry.js'
import {
  type RecordRow,
  toInList,
  splitIntoPortions,
  type SqlParameter,
  type Queryable,
  insertRows,
  quoteName,
  quoteColumns,
} from '../database/dialect.js'
import type { WireRecord } from '../../foundation/property/typing.js'
import { messageText } from '../../foundation/message-format.js'
import { createLabel, createMessage, type Message } from '../../foundation/message.js'
import { type Entity, isReadable, listSortableProperties, hasColumn } from '../../model/entity/define.js'
import { toFoldedColumnName, foldText } from '../../foundation/property/text.js'
import { findOwnerJoins, isWeakReference, type OwnerJoin, findOrderingParent } from '../../model/entity/ownership.js'
import { findFoldedProperties, findIndexedProperties } from '../../model/entity/filters.js'

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

export interface EntityLayout {
  readonly entity: Entity
  readonly table: string
  /** Properties with their own column, in declaration order. */
  readonly stored: readonly Property[]
  /** The names of `stored`. */
  readonly storedNames: ReadonlySet<string>
  /** The joins to the owners of a record. */
  readonly owners: readonly OwnerJoin[]
  /** The join within which records are numbered; null if the entity has a single order. */
  readonly orderingParent: string | null
  /** The columns of `selectAll`: `id`, the columns of `stored`, and `revision`. */
  readonly columns: readonly string[]
  /** Properties whose texts are in the strings table. */
  readonly translatable: readonly Property[]
  /** All stored and translatable properties, in declaration order. Core works with these. */
  readonly persisted: readonly Property[]
  /** The properties of a single read, in declaration order. Without sensitive fields and kinds without a read schema. */
  readonly readable: readonly Property[]
  /** The properties of a collection row in addition to the id, in listing order. */
  readonly listed: readonly Property[]
  /** The sort columns of collections in addition to the id. */
  readonly sortable: readonly Property[]
  /** Stored properties that can contain ids, then stored properties that are required. */
  readonly referring: readonly Property[]
  /** The properties of `referring` whose record may be deleted. */
  readonly weak: ReadonlySet<Property>
  readonly required: readonly Property[]
  /** Stored properties whose ids are in the references table: they have no column of their own and prevent a delete. */
  readonly tracked: readonly Property[]
  /** Stored properties that mirror another property. */
  readonly paired: readonly Property[]
  /** Stored properties that are checked against other records. */
  readonly checked: readonly Property[]
  /** Stored properties that refer to files. */
  readonly filed: readonly Property[]
  /** The position among siblings, if the entity has one. */
  readonly ordering: Property | undefined
  /** Stored properties with a hidden folded column for search and sort. */
  readonly folded: readonly Property[]
  /** Properties whose texts are in the trigram index. */
  readonly indexed: ReadonlySet<Property>
  /** The columns of a new row: the stored columns in order, the folded columns, then the revision. One list per entity, because the cached SQL statements depend on its identity. */
  readonly inserted: readonly string[]
  /** The columns of a new row with a given id, which comes last. */
  readonly insertedWithId: readonly string[]
  /** Inserts one row. */
  readonly insert: string
  /** Like `insert`, with the id at the end. */
  readonly insertAs: string
  /** Selects the row of a single read by id. */
  readonly selectOne: string
  /** `SELECT … FROM table` with every column, for core. The caller appends a WHERE. */
  readonly selectAll: string
  /**
   * `SELECT … FROM table`, with the record repeated for each of its texts. Parameters: the entity's name, then the parameters of the
   * appended WHERE.
   */
  readonly selectWithTexts: string
}

const listNames = (properties: readonly Property[]): readonly string[] => properties.map((property) => property.name)

/** Property names contain no dollar sign. */
const textColumns = 'svc_texts.field AS `$field`, svc_texts.language_tag AS `$tag`, svc_texts.text AS `$text`'

const emptyRowCache = new WeakMap<EntityLayout, Readonly<Record<string, null>>>()

/** An empty row. Rows of records are copies of it. */
export function getEmptyRow(shape: EntityLayout): Readonly<Record<string, null>> {
  const cachedRow = emptyRowCache.get(shape)
  if (cachedRow) return cachedRow
  const emptyRow = createFastObject(shape.columns.map((name) => [name, null])) as Readonly<Record<string, null>>
  emptyRowCache.set(shape, emptyRow)
  return emptyRow
}

const layoutCache = new WeakMap<Entity, EntityLayout>()

/** The entity's layout. Cached by entity. */
export function getLayout(entity: Entity): EntityLayout {
  const cachedLayout = layoutCache.get(entity)
  if (cachedLayout) return cachedLayout
  const shape = createLayout(entity)
  layoutCache.set(entity, shape)
  return shape
}

function createLayout(entity: Entity): EntityLayout {
  const properties = Object.values(entity.properties)
  const stored = properties.filter(hasColumn)
  const readable = properties.filter(isReadable)
  const folded = stored.filter((property) => findFoldedProperties(entity).has(property))
  const inserted = [...listNames(stored), ...listNames(folded).map(toFoldedColumnName), 'revision']
  const insertedWithId = [...inserted, 'id']
  const table = quoteName(entity.table)
  const columnsOf = (columns: readonly Property[]): readonly string[] => ['id', ...listNames(columns), 'revision']
  const select = (columns: readonly Property[]): string => `SELECT ${quoteColumns(columnsOf(columns))} FROM ${table}`
  const own = columnsOf(stored).map((name) => `${table}.${quoteName(name)}`)
  return {
    entity,
    table,
    stored,
    storedNames: new Set(listNames(stored)),
    owners: findOwnerJoins(entity),
    orderingParent: findOrderingParent(entity),
    columns: columnsOf(stored),
    translatable: properties.filter((property) => property.translatable === true),
    persisted: properties.filter((property) => property.translatable || stored.includes(property)),
    readable,
    listed: entity.listing.flatMap((name) => readable.find((property) => property.name === name) ?? []),
    sortable: listSortableProperties(entity).flatMap((name) => readable.find((property) => property.name === name) ?? []),
    referring: stored.filter((property) => property.kind.references !== undefined),
    weak: new Set(stored.filter(isWeakReference)),
    tracked: stored.filter(
      (property) => property.kind.references && !property.kind.referenceColumn && !isWeakReference(property),
    ),
    paired: stored.filter((property) => property.sameAs !== undefined),
    required: stored.filter((property) => property.required === true),
    checked: stored.filter((property) => property.kind.check && property.kind.checks?.(property) !== false),
    filed: stored.filter((property) => property.kind.files),
    ordering: stored.find(({ name }) => name === 'ordering'),
    folded,
    indexed: findIndexedProperties(entity),
    inserted,
    insertedWithId,
    insert: insertRows(entity.table, inserted),
    insertAs: insertRows(entity.table, insertedWithId),
    selectOne: `${select(readable.filter((property) => !property.translatable))} WHERE id = ?`,
    selectAll: select(stored),
    selectWithTexts: `SELECT ${own.join(', ')}, ${textColumns} FROM ${table} LEFT JOIN svc_texts ON svc_texts.entity = ? AND svc_texts.entity_id = ${table}.id`,
  }
}

/** The flat key of a translatable field in a language: `title_en_GB` is the field `title` in en-GB. */
export interface FlatKey {
  readonly key: string
  readonly property: Property
  readonly tag: string
}

const flatKeyCache = new WeakMap<Entity, { readonly languages: readonly string[]; readonly keys: ReadonlyMap<string, FlatKey> }>()

/** The flat keys of an entity in the active languages, in declaration order, then in the order of the languages. */
export function getFlatKeys(entity: Entity, languages: readonly string[]): ReadonlyMap<string, FlatKey> {
  const cachedKeys = flatKeyCache.get(entity)
  if (cachedKeys?.languages === languages) return cachedKeys.keys
  const keys = new Map<string, FlatKey>()
  for (const property of getLayout(entity).translatable) {
    for (const tag of languages) {
      const key = flatKey(property.name, tag)
      keys.set(key, { key, property, tag })
    }
  }
  flatKeyCache.set(entity, { languages, keys })
  return keys
}

const textColumnCache = new WeakMap<Property, boolean>()

/** True if the empty value of the column is ''. Texts are NOT NULL, all other columns can be null. */
export function isTextColumn(property: Property): boolean {
  const cachedResult = textColumnCache.get(property)
  if (cachedResult !== undefined) return cachedResult
  const column = property.kind.column(property)
  const isText = column !== null && !column.nullable && ['key', 'string', 'text'].includes(column.type)
  textColumnCache.set(property, isText)
  return isText
}

/** The value of an emptied field: null, or what its kind makes of ''. */
export function emptyValue(property: Property): unknown {
  if (property.translatable) return ''
  return presentValue(property, isTextColumn(property) ? '' : null)
}

/** True for values that `required` rejects. */
export function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** True if there is no value to validate. An empty list counts as unset only if the property takes lists. */
export function isUnset(property: Property, value: unknown): boolean {
  return isEmpty(value) && (!Array.isArray(value) || Array.isArray(emptyValue(property)))
}

/** The folded form of a column value, for the hidden folded column. */
export function toFoldedValue(stored: SqlParameter): string {
  return typeof stored === 'string' ? foldText(stored) : ''
}

/** The column value of a prepared value. */
export function toColumnValue(property: Property, value: unknown): SqlParameter {
  if (value === null || value === undefined || value === '') return isTextColumn(property) ? '' : null
  return (property.kind.store ? property.kind.store(value, property) : value) as SqlParameter
}
