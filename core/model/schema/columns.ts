// An entity's table: one column per property that has one, the hidden revision, and the indexes that joins and sorting need.
import { foldedName } from '../../ground/language/fold.js'
import type { Column } from '../../ground/property/kind.js'
import type { Table } from '../../ground/table.js'
import type { Entity } from '../entity/define.js'
import { foldedProperties } from '../entity/folded.js'
import { gramColumn, searchedProperties } from '../entity/searched.js'
import { joinOptions, orderingParent } from '../entity/ownership.js'

const idColumn: Column = { type: 'bigint', nullable: false }
/** Bumped by every store of the record; the ETag is made of it. */
const revisionColumn: Column = { type: 'bigint', nullable: false }
/** What search and sort compare of a text; kept by store. */
const foldedColumn: Column = { type: 'text', nullable: false }

/** 0 where the index of grams does not know what the record's texts are now (core/storage/gram/). */
const indexedColumn: Column = { type: 'boolean', nullable: false }

/** The names of the hidden columns; no property may take them (boot check). */
export const hiddenColumns = ['id', 'revision', gramColumn] as const

/**
 * The entity's columns by name, `id` first and `revision` last; translatable properties and childentries have none. Texts that
 * are searched and sorted by have a hidden companion.
 */
export function columnsOf(entity: Entity): Readonly<Record<string, Column>> {
  const columns: Record<string, Column> = { id: idColumn }
  for (const property of Object.values(entity.properties)) {
    const column = property.translatable ? null : property.kind.column(property)
    if (column) columns[property.name] = column
  }
  for (const { name } of foldedProperties(entity)) if (columns[name]) columns[foldedName(name)] = foldedColumn
  columns.revision = revisionColumn
  if (searchedProperties(entity).size > 0) columns[gramColumn] = indexedColumn
  return columns
}

/** Column lists that are looked up: joins, the records of a parent in order, the sort order, and what the entity names. */
function indexesOf(entity: Entity, columns: Readonly<Record<string, Column>>): readonly (readonly string[])[] {
  const parent = orderingParent(entity)
  const lists: (readonly string[])[] = []
  for (const property of Object.values(entity.properties)) {
    if (!joinOptions(property)) continue
    lists.push(property.name === parent && columns.ordering ? [property.name, 'ordering'] : [property.name])
  }
  if (columns.ordering && parent === null) lists.push(['ordering'])
  if (entity.sort) lists.push(entity.sort.map((name) => name.replace(/^-/, '')))
  lists.push(...(entity.indexes ?? []))
  if (columns[gramColumn]) lists.push([gramColumn])
  const stored = lists.map((list) => list.filter((name) => columns[name] !== undefined)).filter((list) => list.length > 0)
  const byColumns = new Map(stored.map((list) => [list.join(), list]))
  for (const group of entity.unique ?? []) byColumns.delete(group.join())
  return [...byColumns.values()]
}

/** The entity's table as migrations create it and conformance checks compare it. */
export function tableOf(entity: Entity): Table {
  const columns = columnsOf(entity)
  return {
    name: entity.table,
    owner: entity.owner,
    columns,
    primaryKey: ['id'],
    autoIncrement: true,
    unique: (entity.unique ?? []).filter((group) => group.every((name) => columns[name] !== undefined)),
    indexes: indexesOf(entity, columns),
  }
}
