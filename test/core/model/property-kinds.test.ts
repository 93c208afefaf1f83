// One suite for every property kind: what it takes it stores and reads back, what it refuses its schema refuses too.
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'chai'
import * as fc from 'fast-check'
import type { Property, SchemaUse } from '../../../core/foundation/property/kind.js'
import { propertyKinds } from '../../../core/model/properties/index.js'
import { createCoreRegistry } from '../../support/core-registry.js'
import { samples } from './kind-samples.js'

const registry = createCoreRegistry()

function validatorOf(property: Property, use: SchemaUse): ((value: unknown) => boolean) | null {
  const schema = property.kind.schema(property, use)
  if (!schema) return null
  const ajv = new Ajv2020({ strict: true, strictTypes: false, ownProperties: true })
  addFormats.default(ajv)
  return ajv.compile({ ...schema, $defs: property.kind.definitions?.(property, registry) ?? {} })
}

/** What a driver gives back for what it was given: whole numbers beyond 2^53 come as text. */
function throughDriver(stored: unknown): unknown {
  return typeof stored === 'bigint' ? String(stored) : stored
}

function taken(property: Property, sent: unknown): unknown {
  const prepared = property.kind.prepare(sent, property)
  expect(property.kind.validate(prepared, property), JSON.stringify(sent)).to.deep.equal([])
  return prepared
}

describe('the property kinds', () => {
  it('have a sample each', () => {
    expect(new Set(samples.map(({ property }) => property.kind.name))).to.deep.equal(
      new Set(propertyKinds.map(({ name }) => name)),
    )
  })

  it('ask other records only where the property makes them: a choice of a set that everybody knows is judged by itself', () => {
    const question = registry.entities.get('question')!
    const asks = (name: string): boolean | undefined => {
      const property = question.properties[name]!
      return property.kind.checks?.(property)
    }
    expect(asks('question_type')).to.equal(true)
    expect(asks('behavior_on_changes')).to.equal(false)
  })

  for (const { title, property, taken: values, prepared = [], refused, oneWay } of samples) {
    const { kind } = property
    describe(title, () => {
      const write = validatorOf(property, 'write')
      const read = validatorOf(property, 'read')

      it('takes its values, and preparing twice changes nothing', () => {
        fc.assert(
          fc.property(values, (sent) => {
            const value = taken(property, sent)
            expect(kind.prepare(value, property)).to.deep.equal(value)
          }),
        )
      })

      if (!oneWay) {
        it('reads back what it stored', () => {
          fc.assert(
            fc.property(values, (sent) => {
              const value = taken(property, sent)
              const stored = throughDriver(kind.store ? kind.store(value, property) : value)
              expect(['string', 'number']).to.include(kind.column(property) ? typeof stored : 'string')
              expect(kind.present ? kind.present(stored, property, registry) : stored).to.deep.equal(value)
              if (read) expect(read(value), JSON.stringify(value)).to.equal(true)
            }),
          )
        })
      }

      if (write) {
        it('has a write schema that takes the same values', () => {
          fc.assert(fc.property(values, (sent) => write(sent)))
        })
      }

      for (const [sent, meant] of prepared) {
        it(`understands ${JSON.stringify(sent)} as ${JSON.stringify(meant)}`, () => {
          expect(kind.prepare(sent, property)).to.deep.equal(meant)
          if (meant !== null) expect(kind.validate(meant, property)).to.deep.equal([])
        })
      }

      for (const [index, sent] of refused.entries()) {
        it(`refuses ${(JSON.stringify(sent) ?? String(sent)).slice(0, 60)} with a sentence (${index})`, () => {
          const refusals = kind.validate(kind.prepare(sent, property), property)
          expect(refusals).to.have.length.greaterThan(0)
          for (const { message } of refusals)
            expect(message)
              .to.match(/^[A-Z].* (Field|field) |^Field /)
              .and.match(/\.$/)
        })
      }

      it('takes an empty text for nothing, or for its default', () => {
        expect(kind.prepare('', property)).to.be.oneOf([null, property.default])
      })

      it('says in TypeScript what it reads', () => {
        expect(kind.typeText(property)).to.match(/^[\w'|\s<>,;:{}[\]-]+$/)
      })

      it('names the records that it refers to', () => {
        fc.assert(
          fc.property(values, (sent) => {
            const value = taken(property, sent)
            const targets = kind.referenceTargets?.(property) ?? []
            for (const { entity } of kind.references?.(value, property, registry) ?? []) expect(targets).to.include(entity)
          }),
        )
      })
    })
  }
})
