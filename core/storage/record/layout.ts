// How an entity's records lie in its table: which properties have columns, which have texts, and the constant SQL over them.
import { createFastObject } from '../../foundation/fast-object.js'
import { toFoldedColumnName } from '../../foundation/language/fold.js'
import type { Property } from '../../foundation/property/kind.js'
import { type Entity, listSortableProperties } from '../../model/entity/define.js'
import { findFoldedProperties } from '../../model/entity/folded-properties.js'
import { hasColumn, isReadable } from '../../model/entity/readable.js'
import { insertRows, quote, quoteAll } from '../database/dialect.js'

export interface EntityLayout {
  readonly entity: Entity
  readonly table: string
  /** Properties with a column of their own, in declaration order. */
  readonly stored: readonly Property[]
  /** Their columns with the id and the revision: what `selectAll` reads. */
  readonly columns: readonly string[]
  /** Properties whose texts lie in the strings table. */
  readonly translatable: readonly Property[]
  /** Both of them, in declaration order: what core itself works with. */
  readonly kept: readonly Property[]
  /** What a single read returns, in declaration order: neither sensitive fields nor kinds without a read schema. */
  readonly readable: readonly Property[]
  /** What a collection row returns beside the id, in listing order. */
  readonly listed: readonly Property[]
  /** What collections can be sorted by beside the id. */
  readonly sortable: readonly Property[]
  /** Of the stored ones those that may hold ids, and those that must be filled. */
  readonly referring: readonly Property[]
  readonly required: readonly Property[]
  /** Of the stored ones those that hold the same as another one. */
  readonly paired: readonly Property[]
  /** Of the stored ones those that are judged against other records. */
  readonly checked: readonly Property[]
  /** Of the stored ones those that name files. */
  readonly filed: readonly Property[]
  /** The place among its neighbours, if it has one. */
  readonly ordering: Property | undefined
  /** Of the stored ones those with a hidden companion, which search and sort compare. */
  readonly folded: readonly Property[]
  /** A new row: the stored columns in order, the companions, then the revision. */
  readonly insert: string
  /** The same with the id at the end. */
  readonly insertAs: string
  /** A single read's row by id. */
  readonly selectOne: string
  /** `SELECT … FROM table` with every column, for core itself; a WHERE follows. */
  readonly selectAll: string
  /** `SELECT … FROM table`, the record beside each of its texts; parameters are the entity's name, then those of the WHERE that follows. */
  readonly selectWithTexts: string
}

const names = (properties: readonly Property[]): readonly string[] => properties.map((property) => property.name)

/** No property's name has a dollar sign. */
const textColumns = 'svc_texts.field AS `$field`, svc_texts.language_tag AS `$tag`, svc_texts.text AS `$text`'

const emptyRows = new WeakMap<EntityLayout, Readonly<Record<string, null>>>()

/** A row without values, of which each record's own is a copy. */
export function emptyRow(shape: EntityLayout): Readonly<Record<string, null>> {
  const known = emptyRows.get(shape)
  if (known) return known
  const made = createFastObject(shape.columns.map((name) => [name, null])) as Readonly<Record<string, null>>
  emptyRows.set(shape, made)
  return made
}

const layouts = new WeakMap<Entity, EntityLayout>()

/** The entity's layout; worked out once per registry. */
export function layoutOf(entity: Entity): EntityLayout {
  const known = layouts.get(entity)
  if (known) return known
  const shape = createLayout(entity)
  layouts.set(entity, shape)
  return shape
}

function createLayout(entity: Entity): EntityLayout {
  const properties = Object.values(entity.properties)
  const stored = properties.filter(hasColumn)
  const readable = properties.filter(isReadable)
  const folded = stored.filter((property) => findFoldedProperties(entity).has(property))
  const inserted = [...names(stored), ...names(folded).map(toFoldedColumnName), 'revision']
  const table = quote(entity.table)
  const columnsOf = (columns: readonly Property[]): readonly string[] => ['id', ...names(columns), 'revision']
  const select = (columns: readonly Property[]): string => `SELECT ${quoteAll(columnsOf(columns))} FROM ${table}`
  const own = columnsOf(stored).map((name) => `${table}.${quote(name)}`)
  return {
    entity,
    table,
    stored,
    columns: columnsOf(stored),
    translatable: properties.filter((property) => property.translatable === true),
    kept: properties.filter((property) => property.translatable || stored.includes(property)),
    readable,
    listed: entity.listing.flatMap((name) => readable.find((property) => property.name === name) ?? []),
    sortable: listSortableProperties(entity).flatMap((name) => readable.find((property) => property.name === name) ?? []),
    referring: stored.filter((property) => property.kind.references !== undefined),
    paired: stored.filter((property) => property.sameAs !== undefined),
    required: stored.filter((property) => property.required === true),
    checked: stored.filter((property) => property.kind.check && property.kind.checks?.(property) !== false),
    filed: stored.filter((property) => property.kind.files),
    ordering: stored.find(({ name }) => name === 'ordering'),
    folded,
    insert: insertRows(entity.table, inserted),
    insertAs: insertRows(entity.table, [...inserted, 'id']),
    selectOne: `${select(readable.filter((property) => !property.translatable))} WHERE id = ?`,
    selectAll: select(stored),
    selectWithTexts: `SELECT ${own.join(', ')}, ${textColumns} FROM ${table} LEFT JOIN svc_texts ON svc_texts.entity = ? AND svc_texts.entity_id = ${table}.id`,
  }
}
