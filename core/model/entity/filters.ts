// The filters of a collection, and its text properties for search and sorting. Listing columns have filters by kind, entities declare more.
import type { Property } from '../../foundation/property/kind.js'
import { type Entity, type Filter, isReadable } from './define.js'
import { findOwnerPath } from './ownership.js'

/** A filter with the properties that it compares; `search` compares several. */
export interface EntityFilter {
  readonly name: string
  readonly help: string
  readonly compare: Filter['compare']
  readonly properties: readonly Property[]
  /** For `owner`: the entity whose id the filter takes. */
  readonly ancestor?: string
}

const cache = new WeakMap<Entity, ReadonlyMap<string, EntityFilter>>()

/** The entity's filters by name. Declared filters override column filters. Fields that are never returned have none. */
export function collectFilters(entity: Entity): ReadonlyMap<string, EntityFilter> {
  const cached = cache.get(entity)
  if (cached) return cached
  const all = [...lookUpFilters(entity), ...columnFilters(entity), ...declaredFilters(entity)]
  const filters = new Map(all.map((filter) => [filter.name, filter]))
  cache.set(entity, filters)
  return filters
}

function readableProperty(entity: Entity, name: string): readonly Property[] {
  const property = Object.hasOwn(entity.properties, name) ? entity.properties[name] : undefined
  return property && isReadable(property) ? [property] : []
}

/** Filters by the exact, complete text, for all properties whose kind supports a look-up. */
function lookUpFilters(entity: Entity): readonly EntityFilter[] {
  const names = Object.values(entity.properties).filter((property) => property.kind.lookUp?.(property) === true)
  return names.flatMap(({ name, label }): readonly EntityFilter[] => {
    const properties = readableProperty(entity, name)
    const help = `${label} equals this text. Empty finds records without one.`
    return properties.length > 0 ? [{ name, help, compare: 'equals', properties }] : []
  })
}

function columnFilters(entity: Entity): readonly EntityFilter[] {
  const listed = entity.listing.flatMap((name) => readableProperty(entity, name))
  const filters = listed.flatMap((property): readonly EntityFilter[] => {
    const { name, label } = property
    if (property.kind.filter === 'equals' || property.kind.filter === 'boolean') {
      return [
        {
          name,
          help: `${label} equals this value. Empty finds records without one.`,
          compare: 'equals',
          properties: [property],
        },
      ]
    }
    if (property.kind.filter !== 'range') return []
    return [
      { name: `${name}_from`, help: `${label} is at or after this time or day.`, compare: 'from', properties: [property] },
      { name: `${name}_to`, help: `${label} is at or before this time or day.`, compare: 'to', properties: [property] },
    ]
  })
  const searched = listed.filter((property) => property.kind.filter === 'search')
  if (searched.length === 0) return filters
  const labels = searched.map((property) => property.label).join(', ')
  return [...filters, { name: 'search', help: `The text occurs in ${labels}.`, compare: 'contains', properties: searched }]
}

function declaredFilters(entity: Entity): readonly EntityFilter[] {
  return entity.filters.flatMap((filter) => {
    const properties = readableProperty(entity, filter.property)
    return properties.length > 0 ? [{ ...filter, properties }] : []
  })
}

const product = 'product'
const name = 'product_id'

/** The product filter of an entity that refers to a product or that a product owns. Empty for other entities. */
export function createProductFilters(entity: Entity, entities: ReadonlyMap<string, Entity>): readonly Filter[] {
  if (Object.hasOwn(entity.properties, name)) {
    const help = 'The record refers to the product with this id. Empty finds records without one.'
    return [{ name, help, property: name, compare: 'equals' }]
  }
  const [first] = findOwnerPath(entities, entity, product) ?? []
  if (!first) return []
  const help = 'The record belongs to the product with this id. Empty finds records without a product.'
  return [{ name, help, property: first.property, compare: 'owner', ancestor: product }]
}

const foldedCache = new WeakMap<Entity, ReadonlySet<Property>>()

/** Text properties of the listing, of sort orders, and of filters for a part of a text. */
export function findFoldedProperties(entity: Entity): ReadonlySet<Property> {
  const cached = foldedCache.get(entity)
  if (cached) return cached
  const parts = entity.filters.filter(({ compare }) => compare === 'contains').map(({ property }) => property)
  const order = (entity.sort ?? []).map((name) => name.replace(/^-/, ''))
  const names = new Set([...entity.listing, ...order, ...(entity.sortable ?? []), ...parts])
  const properties = Object.values(entity.properties)
  const folded = new Set(
    properties.filter((property) => names.has(property.name) && property.kind.filter === 'search' && isReadable(property)),
  )
  foldedCache.set(entity, folded)
  return folded
}

/** Hidden column of such entities: true if the index contains the record's current texts. Each write sets it to false. */
export const indexedColumn = 'indexed'

const none: ReadonlySet<Property> = new Set()
const indexedCache = new WeakMap<Entity, ReadonlySet<Property>>()

/** The properties in the trigram index; empty if the entity has none. */
export function findIndexedProperties(entity: Entity): ReadonlySet<Property> {
  if (entity.grams !== true) return none
  const cached = indexedCache.get(entity)
  if (cached) return cached
  const folded = findFoldedProperties(entity)
  const filters = [...collectFilters(entity).values()].filter(({ compare }) => compare === 'contains')
  const indexed = new Set(filters.flatMap(({ properties }) => properties).filter((property) => folded.has(property)))
  indexedCache.set(entity, indexed)
  return indexed
}
