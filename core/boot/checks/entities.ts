// Checks entities and extensions: names that fit URLs and tables, and existing targets without clashes.
import { createBootFault, type Fault } from '../../foundation/errors.js'
import { flatKey } from '../../foundation/language.js'
import { toFoldedColumnName } from '../../foundation/property/text.js'
import { createMessage, listWithAnd, type Message, suggestName } from '../../foundation/message.js'
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

function nameFaults(entity: Entity, { config, contributed }: CheckInput): readonly Fault[] {
  const { name } = entity
  const faults: Fault[] = []
  if (!entityName.test(name) || entity.table.length > maximumLength) {
    const message = createMessage('boot.entityNameInvalid', { name })
    faults.push(createBootFault('entity-name', entity.owner, message, createMessage('boot.useEntityName')))
  }
  const flat = new Map<string, string>()
  for (const property of Object.values(entity.properties)) {
    if (property.translatable) for (const tag of config.languages) flat.set(flatKey(property.name, tag), property.name)
  }
  /** The text properties, by the name of their hidden normalized column. */
  const foldedColumns = new Map(
    [...findFoldedProperties(entity)].map((property) => [toFoldedColumnName(property.name), property.name]),
  )
  for (const property of Object.keys(entity.properties)) {
    const addFault = (message: Message, hint = createMessage('boot.renameProperty')): void => {
      faults.push(createBootFault('property-name', findPropertyOwner(contributed, entity, property), message, hint))
    }
    const values = { property, entity: name }
    const translated = flat.get(property)
    const folded = foldedColumns.get(property)
    if (translated !== undefined) addFault(createMessage('boot.propertyLikeLanguageKey', { ...values, other: translated }))
    else if (folded !== undefined) addFault(createMessage('boot.propertyLikeSearchColumn', { ...values, other: folded }))
    else if (!propertyName.test(property) || reserved.has(property) || property.length > maximumLength) {
      const hint = createMessage('boot.usePropertyName', { reserved: listWithAnd([...reserved]) })
      addFault(createMessage('boot.propertyNameInvalid', values), hint)
    }
  }
  return faults
}

function kindFaults(entity: Entity, { registry, contributed }: CheckInput): readonly Fault[] {
  return Object.values(entity.properties).flatMap((property) => {
    if (registry.propertyKinds.get(property.kind.name) === property.kind) return []
    const values = { property: property.name, entity: entity.name, kind: property.kind.name }
    const owner = findPropertyOwner(contributed, entity, property.name)
    const message = createMessage('boot.propertyKindUnknown', values)
    return [createBootFault('property-kind-unknown', owner, message, createMessage('boot.contributeKind'))]
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
    const values = { property: property.name, entity: entity.name, other: property.sameAs }
    const message = createMessage(other === undefined ? 'boot.sharedValueMissing' : 'boot.sharedValueDiffers', values)
    const owner = findPropertyOwner(contributed, entity, property.name)
    return [createBootFault('property-same', owner, message, createMessage('boot.useSameKind'))]
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
  const check = (use: string, uses: readonly NameUse[], existing: ReadonlySet<string>): readonly Fault[] =>
    uses
      .filter(({ name }) => !existing.has(name))
      .map(({ name, property }) => {
        const owner = property === null ? entity.owner : findPropertyOwner(contributed, entity, property)
        const values = { entity: entity.name, use, name, suggestion: suggestName(name, existing) }
        const message = createMessage('boot.entityNameUnknown', values)
        return createBootFault('entity-property-unknown', owner, message, createMessage('boot.correctDeclaration'))
      })
  const conditions = usedByProperty(entity, ({ appliesWhen }) => (appliesWhen ? [appliesWhen.property] : []))
  return [
    ...check('listing', usedByEntity(entity.listing), properties),
    ...check('sort', usedByEntity((entity.sort ?? []).map((name) => name.replace(/^-/, ''))), properties),
    ...check('sort', usedByEntity(entity.sortable ?? []), properties),
    ...check('filter', usedByEntity(entity.filters.map((filter) => filter.property)), properties),
    ...check('unique', usedByEntity((entity.unique ?? []).flat()), properties),
    ...check('index', usedByEntity((entity.indexes ?? []).flat()), properties),
    ...check('condition', conditions, properties),
    ...check('reference', usedByProperty(entity, referenceTargets), entities),
    ...check('ancestor', usedByEntity(entity.filters.flatMap(({ ancestor }) => ancestor ?? [])), entities),
    ...check('exclusive', usedByEntity(entity.exclusive === undefined ? [] : [entity.exclusive]), entities),
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
        const message = createMessage('boot.extendedEntityUnknown', { owner, entity, suggestion: suggestName(entity, entities) })
        faults.push(createBootFault('property-entity-unknown', owner, message, createMessage('boot.useEntity')))
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
  const message = createMessage('boot.propertyTwice', { first, owner: second, property: name, entity })
  return createBootFault('property-clash', second, message, createMessage('boot.addPrefix'))
}

function areaFaults(contributed: readonly Contributed[], entities: readonly string[]): readonly Fault[] {
  const faults: Fault[] = []
  const owners = new Map<string, string>()
  for (const { owner, contributions } of contributed) {
    for (const [entity, area] of Object.entries(contributions.areas ?? {})) {
      if (!entities.includes(entity)) {
        const message = createMessage('boot.areaOfUnknown', { owner, entity, suggestion: suggestName(entity, entities) })
        faults.push(createBootFault('area-unknown', owner, message, createMessage('boot.useEntity')))
      }
      if (!areas.includes(area)) {
        const message = createMessage('boot.areaUnknown', { owner, entity, area: String(area) })
        faults.push(createBootFault('area-unknown', owner, message, createMessage('boot.listAreas', { areas })))
      }
      const first = owners.get(entity)
      if (first !== undefined) {
        const message = createMessage('boot.areaTwice', { first, owner, entity })
        faults.push(createBootFault('area-clash', owner, message, createMessage('boot.leaveOut')))
      }
      owners.set(entity, owner)
    }
  }
  return faults
}
