// Inapplicable fields of a record: the batch function returns the same fields as the check of each field.
import { expect } from 'chai'
import * as fc from 'fast-check'
import { findInapplicableFields, isApplicable } from '../../../core/model/entity/applicable-fields.js'
import { createCoreRegistry } from '../../support/core-registry.js'

const registry = createCoreRegistry()

describe('findInapplicableFields', () => {
  for (const entity of registry.entities.values()) {
    const properties = Object.values(entity.properties)
    const conditions = properties.flatMap(({ appliesWhen }) => appliesWhen ?? [])
    if (conditions.length === 0) continue
    it(`returns the same fields of ${entity.name} as isApplicable for each field`, () => {
      const siblings = new Map(conditions.map(({ property }) => [property, new Set<unknown>([null])]))
      for (const { property, values } of conditions) for (const value of values) siblings.get(property)!.add(value)
      const record = fc.record(
        Object.fromEntries([...siblings].map(([name, values]) => [name, fc.constantFrom(...values)])),
      ) as fc.Arbitrary<Record<string, unknown>>
      fc.assert(
        fc.property(record, fc.constantFrom('standalone', 'shop_platform'), (values, platform) => {
          const each = properties.filter((property) => !isApplicable(entity, property, values, platform))
          expect([...findInapplicableFields(entity, values, platform)].sort()).to.deep.equal(each.map(({ name }) => name).sort())
        }),
      )
      const idle = fc.sample(record, 50).some((values) => findInapplicableFields(entity, values, 'standalone').length > 0)
      expect(idle).to.equal(true)
    })
  }

  it('is tested on at least one entity with a conditional field', () => {
    expect(
      [...registry.entities.values()].some(({ properties }) =>
        Object.values(properties).some((property) => property.appliesWhen),
      ),
    ).to.equal(true)
  })
})
