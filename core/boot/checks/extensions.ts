// Checks extensions: extra properties and area overrides refer to existing entities and do not clash.
import { areas } from '../../foundation/access.js'
import type { Fault } from '../../foundation/errors.js'
import { didYouMean } from '../../foundation/message-values.js'
import type { PropertyKind } from '../../foundation/property/kind.js'
import type { CheckInput } from '../boot-check.js'
import { type Contributed, keepFirstByName, listContributions, questionEntity } from '../collect.js'

interface PropertyOwnership {
  readonly owner: string
  readonly kind: PropertyKind<never> | PropertyKind
}

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
        faults.push({ id: 'property-entity-unknown', owner, message, hint: 'Name an entity of the index at /svc-api/v1/.' })
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
  const message = `The property '${name}' of '${entity}' comes from '${first}' and from '${second}'.`
  return { id: 'property-clash', owner: second, message, hint: 'Rename one, for instance with the name of the plugin in front.' }
}

function areaFaults(contributed: readonly Contributed[], entities: readonly string[]): readonly Fault[] {
  const faults: Fault[] = []
  const owners = new Map<string, string>()
  for (const { owner, contributions } of contributed) {
    for (const [entity, area] of Object.entries(contributions.areas ?? {})) {
      if (!entities.includes(entity)) {
        const message = `'${owner}' gives an area to the entity '${entity}', which does not exist.${didYouMean(entity, entities)}`
        faults.push({ id: 'area-unknown', owner, message, hint: 'Name an entity of the index at /svc-api/v1/.' })
      }
      if (!areas.includes(area)) {
        const message = `'${owner}' gives '${entity}' the area '${String(area)}', which does not exist.`
        faults.push({ id: 'area-unknown', owner, message, hint: `Areas are ${areas.join(', ')}.` })
      }
      const first = owners.get(entity)
      if (first !== undefined) {
        const message = `The area of '${entity}' is given by '${first}' and by '${owner}'.`
        faults.push({ id: 'area-clash', owner, message, hint: 'Leave one of them out.' })
      }
      owners.set(entity, owner)
    }
  }
  return faults
}
