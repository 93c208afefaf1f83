// Every entity matches the expected definition: ordered fields, flags, defaults, operations and areas.
import { expect } from 'chai'
import { getJoinOptions } from '../../../core/model/entity/ownership.js'
import { type Property, shopPlatforms } from '../../../core/foundation/property/kind.js'
import type { Entity } from '../../../core/model/entity/define.js'
import { toEntityColumns } from '../../../core/model/schema/columns.js'
import { readRepositoryFile } from '../../support/repository.js'
import { listCoreEntities } from '../../support/core-registry.js'

interface Expected {
  readonly area: string
  readonly operations: string
  readonly tools: string
  /** `name` and its flags: T translatable, ! required, =v default, shop, cms, standalone, aw, sensitive, locked, unsupported. */
  readonly fields: readonly string[]
}

const expected = JSON.parse(readRepositoryFile('test/fixtures/domain/entities.json')) as Readonly<Record<string, Expected>>

const platformFlags: Readonly<Record<string, readonly string[]>> = {
  shop: shopPlatforms,
  cms: ['cms_a', 'cms_b'],
  standalone: ['standalone'],
  embedded: ['shop_platform'],
}

function flagsOf(property: Property): string {
  const platform = Object.entries(platformFlags).find(([, list]) => JSON.stringify(list) === JSON.stringify(property.platforms))
  const flags = [
    property.translatable ? 'T' : '',
    property.required ? '!' : '',
    property.apiSensitive ? 'sensitive' : '',
    property.locked ? 'locked' : '',
    platform?.[0] ?? (property.platforms ? 'other platforms' : ''),
    property.appliesWhen ? 'aw' : '',
    property.default === undefined || property.default === null ? '' : `=${String(property.default)}`,
    property.kind.schema(property, 'write') === null ? 'unsupported' : '',
  ]
  return [property.name, ...flags.filter((flag) => flag !== '').sort()].join(' ')
}

function sorted(line: string): string {
  const [name = '', ...flags] = line.split(' ')
  return [name, ...flags.sort()].join(' ')
}

describe('entities', () => {
  const entities = listCoreEntities()

  it('are exactly the entities of the domain definition', () => {
    expect(entities.map(({ name }) => name)).to.have.members(Object.keys(expected))
  })

  for (const entity of entities) {
    describe(entity.name, () => {
      const expectedEntity = expected[entity.name]

      it('has the expected fields in order, with their flags and defaults', () => {
        expect(Object.values(entity.properties).map(flagsOf)).to.deep.equal(expectedEntity?.fields.map(sorted))
      })

      it('has the expected area, operations and tools', () => {
        const { area, operations, tools } = entity
        expect({ area, operations: operations.join(' '), tools }).to.deep.equal({
          area: expectedEntity?.area,
          operations: expectedEntity?.operations,
          tools: expectedEntity?.tools,
        })
      })

      it('lists, sorts, indexes and declares unique only existing fields', () => {
        const fieldNames = [...entity.listing, ...(entity.unique ?? []).flat(), ...(entity.sort ?? [])]
        const columns = toEntityColumns(entity)
        for (const name of (entity.indexes ?? []).flat()) expect(columns, name).to.have.property(name)
        for (const name of fieldNames) expect(entity.properties, name).to.have.property(name.replace(/^-/, ''))
      })

      it('accepts its own default values', () => {
        for (const property of Object.values(entity.properties)) {
          if (property.default === undefined) continue
          const issues = property.kind.validate(property.kind.prepare(property.default, property), property)
          expect(issues, property.name).to.deep.equal([])
        }
      })

      it('has every field that a condition of another field names', () => {
        for (const { appliesWhen, name } of Object.values(entity.properties)) {
          if (appliesWhen) expect(entity.properties, name).to.have.property(appliesWhen.property)
        }
      })
    })
  }

  it('and their properties have the same keys in the same order, so the code that reads them is compiled once', () => {
    const properties = entities.flatMap((entity) => Object.values(entity.properties))
    const optionalKeys = (entity: Entity): string => Object.keys(entity).slice(0, 20).join(' ')
    expect(new Set(entities.map(optionalKeys))).to.have.lengthOf(1)
    expect(new Set(properties.map((property) => Object.keys(property).join(' ')))).to.have.lengthOf(1)
  })

  it('reference only existing entities', () => {
    const names = new Set(entities.map(({ name }) => name))
    for (const entity of entities) {
      for (const property of Object.values(entity.properties)) {
        for (const target of property.kind.referenceTargets?.(property) ?? [])
          expect(names, `${entity.name}.${property.name}`).to.include(target)
      }
    }
  })

  it('give every field a unique label within its entity', () => {
    for (const entity of entities) {
      const labels = Object.values(entity.properties).map(({ label }) => label)
      expect(new Set(labels).size, entity.name).to.equal(labels.length)
    }
  })

  it('keep references in frozen records and configurations from blocking a deletion', () => {
    const frozen = /^(order-|quote|sales-order|invoice|payment$|payment-event|chat-|configuration$)/
    const refusing = entities.filter(({ name }) => frozen.test(name)).flatMap(refusingJoins)
    expect(refusing).to.deep.equal([])
  })
})

/** Joins that are neither weak nor cascading. */
function refusingJoins(entity: Entity): readonly string[] {
  return Object.values(entity.properties).flatMap((property) => {
    const join = getJoinOptions(property)
    return join && !join.weak && !join.cascade ? [`${entity.name}.${property.name}`] : []
  })
}
