// Checks entities and extensions: names that fit URLs and tables, and existing targets without clashes.
import type { Fault } from '../../foundation/errors.js'
import { flatKey } from '../../foundation/language.js'
import { toFoldedColumnName } from '../../foundation/property/text.js'
import { didYouMean } from '../../foundation/message-values.js'
import type { Property, PropertyKind } from '../../foundation/property/kind.js'
import { type Entity, hasColumn } from '../../model/entity/define.js'
import { findFoldedProperties } from '../../model/entity/filters.js'
import { toEntityColumns, hiddenColumns } from '../../model/schema/columns.js'
import {
  type CheckInput,
  findPropertyOwner,
  type Contributed,
  keepFirstByName,
  listContributions,
  questionEntity,
} from '../collect.js'
import { areas } from '../../foundation/access.js'

const entityName = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/
const propertyName = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/
const reserved: ReadonlySet<string> = new Set(hiddenColumns)
/** Maximum length of a table or column name, the limit of MySQL. */
const maximumLength = 64

export function checkEntities(input: CheckInput): readonly Fault[] {
  return [...input.registry.entities.values()].flatMap((entity) => [
    ...nameFaults(entity, input),
    ...kindFaults(entity, input),
    ...unknownNameFaults(entity, input),
    ...sharedValueFaults(entity, input),
  ])
}

/** The text property whose hidden normalised column has that name. */
function findFoldedProperty(entity: Entity, name: string): string | undefined {
  return [...findFoldedProperties(entity)].find((property) => toFoldedColumnName(property.name) === name)?.name
}

function nameFaults(entity: Entity, { config, contributed }: CheckInput): readonly Fault[] {
  const { name } = entity
  const faults: Fault[] = []
  if (!entityName.test(name) || entity.table.length > maximumLength) {
    const message = `The name of the entity '${name}' is not valid in URLs and table names.`
    faults.push({ id: 'entity-name', owner: entity.owner, message, hint: "Use at most 60 lower-case letters, digits and '-'." })
  }
  const flat = new Map<string, string>()
  for (const property of Object.values(entity.properties)) {
    if (property.translatable) for (const tag of config.languages) flat.set(flatKey(property.name, tag), property.name)
  }
  for (const property of Object.keys(entity.properties)) {
    const addFault = (problem: string, hint: string): void => {
      const message = `The name of the property '${property}' of '${name}' ${problem}.`
      faults.push({ id: 'property-name', owner: findPropertyOwner(contributed, entity, property), message, hint })
    }
    const translated = flat.get(property)
    const folded = findFoldedProperty(entity, property)
    if (translated !== undefined) addFault(`conflicts with a language key of '${translated}'`, 'Rename it.')
    else if (folded !== undefined) addFault(`conflicts with the search column of '${folded}'`, 'Rename it.')
    else if (!propertyName.test(property) || reserved.has(property) || property.length > maximumLength) {
      const hint = `Use lower-case letters, digits and '_'. ${[...reserved].join(' and ')} are reserved.`
      addFault('is not valid as a column and field name', hint)
    }
  }
  return faults
}

function kindFaults(entity: Entity, { registry, contributed }: CheckInput): readonly Fault[] {
  return Object.values(entity.properties).flatMap((property) => {
    if (registry.propertyKinds.get(property.kind.name) === property.kind) return []
    const message = `The property '${property.name}' of '${entity.name}' has the kind '${property.kind.name}', which is not registered by any plugin.`
    const owner = findPropertyOwner(contributed, entity, property.name)
    return [{ id: 'property-kind-unknown', owner, message, hint: 'Contribute the kind under `propertyKinds`.' }]
  })
}

/** Two properties can share a value only if they are stored in the same way. */
function sharedValueFaults(entity: Entity, { contributed }: CheckInput): readonly Fault[] {
  return Object.values(entity.properties).flatMap((property) => {
    if (property.sameAs === undefined) return []
    const other = entity.properties[property.sameAs]
    const isAlike =
      other !== undefined && other !== property && other.kind === property.kind && hasColumn(property) && hasColumn(other)
    if (isAlike) return []
    const problem = other === undefined ? 'which does not exist' : 'which is not stored like it'
    const message = `The property '${property.name}' of '${entity.name}' holds the same as '${property.sameAs}', ${problem}.`
    const hint = 'Use a property of the same kind that is not translatable.'
    return [{ id: 'property-same', owner: findPropertyOwner(contributed, entity, property.name), message, hint }]
  })
}

/** A name used in a declaration, with the property that uses it; null for the entity itself. */
interface NameUse {
  readonly name: string
  readonly property: string | null
}

const usedByEntity = (names: readonly string[]): readonly NameUse[] => names.map((name) => ({ name, property: null }))

function usedByProperty(entity: Entity, namesOf: (property: Property) => readonly string[]): readonly NameUse[] {
  return Object.values(entity.properties).flatMap((property) =>
    namesOf(property).map((name) => ({ name, property: property.name })),
  )
}

/** Checks all properties and entities that the declaration refers to. */
function unknownNameFaults(entity: Entity, { registry, contributed }: CheckInput): readonly Fault[] {
  const properties = new Set([...Object.keys(entity.properties), ...Object.keys(toEntityColumns(entity)), ...reserved])
  const entities = new Set(registry.entities.keys())
  const check = (kind: string, uses: readonly NameUse[], existing: ReadonlySet<string>): readonly Fault[] =>
    uses
      .filter(({ name }) => !existing.has(name))
      .map(({ name, property }) => ({
        id: 'entity-property-unknown',
        owner: property === null ? entity.owner : findPropertyOwner(contributed, entity, property),
        message: `The entity '${entity.name}' ${kind} '${name}', which does not exist.${didYouMean(name, existing)}`,
        hint: 'Correct its declaration.',
      }))
  const conditions = usedByProperty(entity, ({ appliesWhen }) => (appliesWhen ? [appliesWhen.property] : []))
  return [
    ...check('lists the property', usedByEntity(entity.listing), properties),
    ...check('sorts by the property', usedByEntity((entity.sort ?? []).map((name) => name.replace(/^-/, ''))), properties),
    ...check('sorts by the property', usedByEntity(entity.sortable ?? []), properties),
    ...check('filters by the property', usedByEntity(entity.filters.map((filter) => filter.property)), properties),
    ...check('is unique by the property', usedByEntity((entity.unique ?? []).flat()), properties),
    ...check('is looked up by the property', usedByEntity((entity.indexes ?? []).flat()), properties),
    ...check('has a condition on the property', conditions, properties),
    ...check('refers to the entity', usedByProperty(entity, referenceTargets), entities),
    ...check(
      'filters by records of the entity',
      usedByEntity(entity.filters.flatMap(({ ancestor }) => ancestor ?? [])),
      entities,
    ),
    ...check('locks records of the entity', usedByEntity(entity.exclusive === undefined ? [] : [entity.exclusive]), entities),
  ]
}

function referenceTargets(property: Property): readonly string[] {
  return property.kind.referenceTargets?.(property) ?? []
}

interface PropertyOwnership {
  readonly owner: string
  readonly kind: PropertyKind<never> | PropertyKind
}

/** Checks extensions: extra properties and area overrides refer to existing entities and do not clash. */
export function checkExtensions({ contributed, registry }: CheckInput): readonly Fault[] {
  const entities = [...registry.entities.keys()]
  return [...propertyFaults(contributed, entities), ...areaFaults(contributed, entities)]
}

function propertyFaults(contributed: readonly Contributed[], entities: readonly string[]): readonly Fault[] {
  const faults: Fault[] = []
  const ownerships = new Map<string, PropertyOwnership>()
  for (const { owner, item } of keepFirstByName(listContributions(contributed, 'entities'))) {
    for (const [name, { kind }] of Object.entries(item.properties)) ownerships.set(`${item.name}.${name}`, { owner, kind })
  }
  for (const { owner, contributions } of contributed) {
    for (const [entity, map] of Object.entries(contributions.properties ?? {})) {
      if (!entities.includes(entity)) {
        const message = `'${owner}' adds properties to the entity '${entity}', which does not exist.${didYouMean(entity, entities)}`
        faults.push({
          id: 'property-entity-unknown',
          owner,
          message,
          hint: 'Use the name of an entity. /svc-api/v1/ lists them.',
        })
      }
      for (const [name, { kind }] of Object.entries(map)) {
        const first = ownerships.get(`${entity}.${name}`)
        if (first) faults.push(propertyClash(entity, name, first.owner, owner))
        else ownerships.set(`${entity}.${name}`, { owner, kind })
      }
    }
  }
  return [...faults, ...typePropertyFaults(contributed, ownerships)]
}

/** Question types may share a property if its kind is the same. */
function typePropertyFaults(contributed: readonly Contributed[], ownerships: Map<string, PropertyOwnership>): readonly Fault[] {
  return listContributions(contributed, 'questionTypes').flatMap(({ owner, item }) =>
    Object.entries(item.properties).flatMap(([name, { kind }]) => {
      const first = ownerships.get(`${questionEntity}.${name}`)
      if (first && first.kind.name !== kind.name) return [propertyClash(questionEntity, name, first.owner, owner)]
      if (!first) ownerships.set(`${questionEntity}.${name}`, { owner, kind })
      return []
    }),
  )
}

function propertyClash(entity: string, name: string, first: string, second: string): Fault {
  const message = `Both '${first}' and '${second}' add the property '${name}' to '${entity}'.`
  return {
    id: 'property-clash',
    owner: second,
    message,
    hint: 'Rename one of them, for example by adding the name of the plugin as a prefix.',
  }
}

function areaFaults(contributed: readonly Contributed[], entities: readonly string[]): readonly Fault[] {
  const faults: Fault[] = []
  const owners = new Map<string, string>()
  for (const { owner, contributions } of contributed) {
    for (const [entity, area] of Object.entries(contributions.areas ?? {})) {
      if (!entities.includes(entity)) {
        const message = `'${owner}' sets the area of the entity '${entity}', which does not exist.${didYouMean(entity, entities)}`
        faults.push({ id: 'area-unknown', owner, message, hint: 'Use the name of an entity. /svc-api/v1/ lists them.' })
      }
      if (!areas.includes(area)) {
        const message = `'${owner}' sets the area of '${entity}' to '${String(area)}', which does not exist.`
        faults.push({ id: 'area-unknown', owner, message, hint: `Areas are ${areas.join(', ')}.` })
      }
      const first = owners.get(entity)
      if (first !== undefined) {
        const message = `Both '${first}' and '${owner}' set the area of '${entity}'.`
        faults.push({ id: 'area-clash', owner, message, hint: 'Leave one of them out.' })
      }
      owners.set(entity, owner)
    }
  }
  return faults
}
