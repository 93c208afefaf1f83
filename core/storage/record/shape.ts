// How an entity's records lie in its table: which properties have columns, which have texts, and the constant SQL over them.
import type { Property } from '../../ground/property/kind.js'
import type { Entity } from '../../model/entity/define.js'
import { quote, quoteAll } from '../database/dialect.js'

export interface EntityShape {
  readonly entity: Entity
  readonly table: string
  /** Properties with a column of their own, in declaration order. */
  readonly stored: readonly Property[]
  /** Properties whose texts lie in the strings table. */
  readonly translatable: readonly Property[]
  /** What a single read returns, in declaration order: neither sensitive fields nor kinds without a read schema. */
  readonly readable: readonly Property[]
  /** What a collection row returns beside the id, in listing order. */
  readonly listed: readonly Property[]
  /** `SELECT … FROM table` with the columns of a single read; a WHERE follows. */
  readonly selectReadable: string
  /** The same with every column, for the pipeline. */
  readonly selectAll: string
}

const shapes = new WeakMap<Entity, EntityShape>()

/** The entity's shape; worked out once per registry. */
export function shapeOf(entity: Entity): EntityShape {
  const known = shapes.get(entity)
  if (known) return known
  const shape = createShape(entity)
  shapes.set(entity, shape)
  return shape
}

export function hasColumn(property: Property): boolean {
  return !property.translatable && property.kind.column(property) !== null
}

/** True for what may leave storage at all, and so may be filtered and sorted by (spec 2.3 `apiSensitive`). */
export function isReadable(property: Property): boolean {
  if (property.apiSensitive || property.kind.schema(property, 'read') === null) return false
  return property.translatable === true || hasColumn(property)
}

function createShape(entity: Entity): EntityShape {
  const properties = Object.values(entity.properties)
  const stored = properties.filter(hasColumn)
  const readable = properties.filter(isReadable)
  const select = (columns: readonly Property[]): string =>
    `SELECT ${quoteAll(['id', ...columns.map((property) => property.name), 'revision'])} FROM ${quote(entity.table)}`
  return {
    entity,
    table: quote(entity.table),
    stored,
    translatable: properties.filter((property) => property.translatable === true),
    readable,
    listed: entity.listing.flatMap((name) => readable.find((property) => property.name === name) ?? []),
    selectReadable: select(readable.filter((property) => !property.translatable)),
    selectAll: select(stored),
  }
}
