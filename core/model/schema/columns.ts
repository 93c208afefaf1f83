// Projects an entity to its table: a column per stored property, the hidden columns, and the indexes for joins and sorting.
import { toFoldedColumnName } from '../../foundation/property/text.js'
import type { Column } from '../../foundation/property/kind.js'
import type { Table } from '../../foundation/table.js'
import type { Entity } from '../entity/define.js'
import { findFoldedProperties, indexedColumn, findIndexedProperties } from '../entity/filters.js'
import { getJoinOptions, findOrderingParent } from '../entity/ownership.js'

const idColumn: Column = { type: 'bigint', nullable: false }
/** Incremented by every write of the record. The ETag is derived from it. */
const revisionColumn: Column = { type: 'bigint', nullable: false }
/** Normalised text for search and sorting, written together with the original. */
const foldedColumn: Column = { type: 'text', nullable: false }

/** False while the trigram index does not contain the current texts of the record (core/storage/trigram-index/). */
const indexFlagColumn: Column = { type: 'boolean', nullable: false }

/** Names of hidden columns. Properties may not use them (boot check). */
export const hiddenColumns = ['id', 'revision', indexedColumn] as const

/**
 * Returns the entity's columns by name, `id` first. Translatable properties and childentries have no column. Texts that are searched
 * or sorted have an additional hidden column.
 */
export function toEntityColumns(entity: Entity): Readonly<Record<string, Column>> {
  const columns: Record<string, Column> = { id: idColumn }
  for (const property of Object.values(entity.properties)) {
    const column = property.translatable ? null : property.kind.column(property)
    if (column) columns[property.name] = column
  }
  for (const { name } of findFoldedProperties(entity)) if (columns[name]) columns[toFoldedColumnName(name)] = foldedColumn
  columns.revision = revisionColumn
  if (findIndexedProperties(entity).size > 0) columns[indexedColumn] = indexFlagColumn
  return columns
}

/** Column lists that need an index: joins, ordered children, the sort order, and the indexes that the entity declares. */
function collectIndexes(entity: Entity, columns: Readonly<Record<string, Column>>): readonly (readonly string[])[] {
  const parent = findOrderingParent(entity)
  const lists: (readonly string[])[] = []
  for (const property of Object.values(entity.properties)) {
    if (!getJoinOptions(property)) continue
    lists.push(property.name === parent && columns.ordering ? [property.name, 'ordering'] : [property.name])
  }
  if (columns.ordering && parent === null) lists.push(['ordering'])
  if (entity.sort) lists.push(entity.sort.map((name) => name.replace(/^-/, '')))
  lists.push(...(entity.indexes ?? []))
  if (columns[indexedColumn]) lists.push([indexedColumn])
  const stored = lists.map((list) => list.filter((name) => columns[name] !== undefined)).filter((list) => list.length > 0)
  const byColumns = new Map(stored.map((list) => [list.join(), list]))
  for (const group of entity.unique ?? []) byColumns.delete(group.join())
  return [...byColumns.values()]
}

/** The entity's table. Migrations create it and conformance checks compare it. */
export function toEntityTable(entity: Entity): Table {
  const columns = toEntityColumns(entity)
  return {
    name: entity.table,
    owner: entity.owner,
    columns,
    primaryKey: ['id'],
    autoIncrement: true,
    unique: (entity.unique ?? []).filter((group) => group.every((name) => columns[name] !== undefined)),
    indexes: collectIndexes(entity, columns),
  }
}
