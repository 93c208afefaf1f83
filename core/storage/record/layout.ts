// The storage layout of an entity: columns, texts, the fixed SQL for its table, and the conversion of values.
import { createFastObject } from '../../foundation/json.js'
import { flatKey } from '../../foundation/language.js'
import { toFoldedColumnName, foldText } from '../../foundation/property/text.js'
import type { Property } from '../../foundation/property/kind.js'
import { type Entity, listSortableProperties, hasColumn, isReadable } from '../../model/entity/define.js'
import { findOwnerJoins, isWeakReference, type OwnerJoin } from '../../model/entity/ownership.js'
import { findFoldedProperties, findIndexedProperties } from '../../model/entity/filters.js'
import { insertRows, quoteName, quoteColumns, type SqlParameter } from '../database/dialect.js'
import { presentValue } from './present.js'

export interface EntityLayout {
  readonly entity: Entity
  readonly table: string
  /** Properties with their own column, in declaration order. */
  readonly stored: readonly Property[]
  /** The names of `stored`. */
  readonly storedNames: ReadonlySet<string>
  /** The joins to the owners of a record. */
  readonly owners: readonly OwnerJoin[]
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
    columns: columnsOf(stored),
    translatable: properties.filter((property) => property.translatable === true),
    persisted: properties.filter((property) => property.translatable || stored.includes(property)),
    readable,
    listed: entity.listing.flatMap((name) => readable.find((property) => property.name === name) ?? []),
    sortable: listSortableProperties(entity).flatMap((name) => readable.find((property) => property.name === name) ?? []),
    referring: stored.filter((property) => property.kind.references !== undefined),
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
