// Builds the frozen registry from all contributions: entities with extra properties, areas, and fields of question types.
import { listPointNames } from '../contribution/points.js'
import type { QuestionType } from '../engine/question/question-type.js'
import type { Area } from '../foundation/access/areas.js'
import type { PropertyMap, UnnamedProperty } from '../foundation/property/kind.js'
import type { Platform } from '../foundation/property/options.js'
import { completeEntity, type Entity, type Filter } from '../model/entity/define.js'
import { createProductFilters } from '../model/entity/product-filter.js'
import {
  createRegistry,
  type OwnedItem,
  type Registry,
  type RegistryParts,
  type RegistryContributions,
} from '../model/registry.js'
import { type Contributed, keepFirstByName, listContributions, questionEntity } from './collect.js'

const typeProperty = 'question_type'

export function buildRegistry(
  contributed: readonly Contributed[],
  platform: Platform,
  paymentHosts: readonly string[],
): Registry {
  return createRegistry({ ...collectRegistryParts(contributed, platform), paymentHosts })
}

/** Never throws: the boot checks report duplicate names, and the first of each name is used here. */
export function collectRegistryParts(contributed: readonly Contributed[], platform: Platform): RegistryParts {
  const maps = listPointNames.map((name) => [
    name,
    keepFirstByName<{ readonly name: string }>(listContributions(contributed, name)),
  ])
  return {
    platform,
    entities: buildEntities(contributed, keepFirstByName(listContributions(contributed, 'questionTypes'))),
    translations: contributed.map(({ contributions }) => contributions.translations ?? {}),
    messages: contributed.map(({ contributions }) => contributions.messages ?? {}),
    shelves: Object.fromEntries(maps.filter(([name]) => name !== 'entities')) as RegistryContributions,
  }
}

function buildEntities(
  contributed: readonly Contributed[],
  questionTypes: readonly OwnedItem<QuestionType>[],
): readonly Entity[] {
  const definitions = keepFirstByName(listContributions(contributed, 'entities'))
  const areas = new Map<string, Area>()
  for (const { contributions } of contributed) {
    for (const [entity, area] of Object.entries(contributions.areas ?? {})) if (!areas.has(entity)) areas.set(entity, area)
  }
  const complete = definitions.map(({ owner, item }) => {
    const extra = extraProperties(contributed, item.name)
    const properties = { ...extra, ...item.properties }
    const ofQuestionTypes = item.name === questionEntity ? typeProperties(questionTypes, properties) : {}
    const filters = [...(item.filters ?? []), ...extraFilters(extra)]
    const listing = [...new Set([...item.listing, ...findNames(extra, 'listed')])]
    const sortable = [...(item.sortable ?? []), ...findNames(extra, 'sort')]
    const definition = { ...item, filters, listing, ...(sortable.length > 0 && { sortable }) }
    return completeEntity(definition, owner, { ...extra, ...ofQuestionTypes }, areas.get(item.name))
  })
  const byName = new Map(complete.map((entity) => [entity.name, entity]))
  return complete.map((entity) =>
    Object.freeze({ ...entity, filters: [...createProductFilters(entity, byName), ...entity.filters] }),
  )
}

function extraProperties(contributed: readonly Contributed[], entity: string): PropertyMap {
  const maps = contributed.map(({ contributions }) => contributions.properties?.[entity] ?? {})
  return Object.assign({}, ...maps.toReversed()) as PropertyMap
}

/** Filters by unlisted properties that plugins add. Listing columns have filters of their own. */
function extraFilters(extra: PropertyMap): readonly Filter[] {
  return Object.entries(extra).flatMap(([name, { kind, label, listed: isListed, filter }]): readonly Filter[] => {
    if (isListed === true || filter === false) return []
    if (kind.filter === 'equals' || kind.filter === 'boolean') {
      const help = `${label} is this value; empty finds records without one.`
      return [{ name, help, property: name, compare: 'equals' }]
    }
    if (filter !== true) return []
    if (kind.filter === 'search') return [{ name, help: `The text occurs in ${label}.`, property: name, compare: 'contains' }]
    return [
      { name: `${name}_from`, help: `${label} is at or after this time or day.`, property: name, compare: 'from' },
      { name: `${name}_to`, help: `${label} is at or before this time or day.`, property: name, compare: 'to' },
    ]
  })
}

/** The names of added properties with an option set to true. */
function findNames(extra: PropertyMap, option: 'listed' | 'sort'): readonly string[] {
  return Object.entries(extra).flatMap(([name, property]) => (property[option] === true ? [name] : []))
}

/** The properties that question types add to the question. Each applies to questions of the types that declare it. */
function typeProperties(types: readonly OwnedItem<QuestionType>[], existing: PropertyMap): PropertyMap {
  const merged: Record<string, UnnamedProperty> = {}
  for (const { item } of types) {
    for (const [name, declared] of Object.entries(item.properties)) {
      const previous = merged[name] ?? existing[name]
      const property = previous ?? declared
      const values = previous?.appliesWhen?.property === typeProperty ? previous.appliesWhen.values : []
      if (previous && previous.appliesWhen?.property !== typeProperty) continue
      merged[name] = { ...property, appliesWhen: { property: typeProperty, values: [...new Set([...values, item.name])] } }
    }
  }
  return merged
}
