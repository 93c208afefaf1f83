// One suite for every property kind: accepted values are stored and returned, rejected values fail its schema too.
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'chai'
import * as fc from 'fast-check'
import type { Property, SchemaUse } from '../../../core/foundation/property/kind.js'
import { propertyKinds } from '../../../core/model/properties/index.js'
import { presentValue } from '../../../core/storage/record/present.js'
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

/** The value that a driver returns for a stored value. Integers beyond 2^53 are returned as strings. */
function throughDriver(stored: unknown): unknown {
  return typeof stored === 'bigint' ? String(stored) : stored
}

function taken(property: Property, input: unknown): unknown {
  const prepared = property.kind.prepare(input, property)
  expect(property.kind.validate(prepared, property), JSON.stringify(input)).to.deep.equal([])
  return prepared
}

describe('property kinds', () => {
  it('have at least one sample each', () => {
    expect(new Set(samples.map(({ property }) => property.kind.name))).to.deep.equal(
      new Set(propertyKinds.map(({ name }) => name)),
    )
  })

  it('need a lookup of other records for dynamic choices, but not for a fixed set of choices', () => {
    const question = registry.entities.get('question')!
    const isChecked = (name: string): boolean | undefined => {
      const property = question.properties[name]!
      return property.kind.checks?.(property)
    }
    expect(isChecked('question_type')).to.equal(true)
    expect(isChecked('behavior_on_changes')).to.equal(false)
  })

  for (const { title, property, taken: values, prepared = [], refused, oneWay: isWriteOnly } of samples) {
    const { kind } = property
    describe(title, () => {
      const write = validatorOf(property, 'write')
      const read = validatorOf(property, 'read')

      it('accepts its values, and a second preparation changes nothing', () => {
        fc.assert(
          fc.property(values, (input) => {
            const value = taken(property, input)
            expect(kind.prepare(value, property)).to.deep.equal(value)
          }),
        )
      })

      if (!isWriteOnly) {
        it('returns the value that it stored', () => {
          fc.assert(
            fc.property(values, (input) => {
              const value = taken(property, input)
              const stored = throughDriver(kind.store ? kind.store(value, property) : value)
              expect(['string', 'number']).to.include(kind.column(property) ? typeof stored : 'string')
              expect(presentValue(property, stored, registry)).to.deep.equal(value)
              if (read) expect(read(value), JSON.stringify(value)).to.equal(true)
            }),
          )
        })
      }

      if (write) {
        it('has a write schema that accepts the same values', () => {
          fc.assert(fc.property(values, (input) => write(input)))
        })
      }

      for (const [rawInput, resolved] of prepared) {
        it(`resolves ${JSON.stringify(rawInput)} to ${JSON.stringify(resolved)}`, () => {
          expect(kind.prepare(rawInput, property)).to.deep.equal(resolved)
          if (resolved !== null) expect(kind.validate(resolved, property)).to.deep.equal([])
        })
      }

      for (const [index, refusedInput] of refused.entries()) {
        it(`rejects ${(JSON.stringify(refusedInput) ?? String(refusedInput)).slice(0, 60)} with a message (${index})`, () => {
          const refusals = kind.validate(kind.prepare(refusedInput, property), property)
          expect(refusals).to.have.length.greaterThan(0)
          for (const { message } of refusals)
            expect(message)
              .to.match(/^[A-Z].* (Field|field) |^Field /)
              .and.match(/\.$/)
        })
      }

      it('treats an empty string as no value or as the default', () => {
        expect(kind.prepare('', property)).to.be.oneOf([null, property.default])
      })

      it('declares its TypeScript type', () => {
        expect(kind.typeText(property)).to.match(/^[\w'|\s<>,;:{}[\]-]+$/)
      })

      it('references only records of its declared target entities', () => {
        fc.assert(
          fc.property(values, (input) => {
            const value = taken(property, input)
            const targets = kind.referenceTargets?.(property) ?? []
            for (const { entity } of kind.references?.(value, property, registry) ?? []) expect(targets).to.include(entity)
          }),
        )
      })
    })
  }
})
