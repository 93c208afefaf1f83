// Round trips: random valid records of every entity read back unchanged, random invalid ones are rejected by field.
import { expect } from 'chai'
import * as fc from 'fast-check'
import type { Property } from '../../../core/foundation/property/kind.js'
import { flatKey } from '../../../core/foundation/language.js'
import { completeEntity, type Entity } from '../../../core/model/entity/define.js'
import { coreEntities } from '../../../core/model/entities/index.js'
import { getJoinOptions } from '../../../core/model/entity/ownership.js'
import { testLanguages } from '../../support/installed-database.js'
import { invalidValues, validValues } from './arbitrary.js'
import { sampleFields, sampleId } from './samples.js'
import { outcome, type RestService, startRest } from './service.js'

type Fields = Readonly<Record<string, unknown>>
interface RecordBody {
  readonly data: { readonly id: number; readonly record: Fields }
}

const root = '/svc-api/v1'
const seed = Number(process.env.SVC_TEST_SEED ?? 20_261_121)
const runs = 8

/** Fields whose values depend on each other or on other records. They have separate tests. */
const entangled: Readonly<Record<string, readonly string[]>> = {
  address: ['state_id', 'county_id', 'city_id'],
  'calculation-code': ['code'],
  currency: ['is_base', 'is_default'],
  customer: ['vat_id'],
  'customer-group': [1, 2, 3, 4, 5].flatMap((level) => [`discount_value_${level}`, `discount_recurring_value_${level}`]),
  party: ['vat_id'],
  store: ['vat_id'],
  'payment-method': ['price_min', 'price_max'],
  product: ['min_quantity', 'max_quantity'],
  question: ['minval', 'maxval', 'calendar_days_min', 'calendar_days_max'],
  'shipping-method': ['min_weight', 'max_weight'],
  'tax-rate': ['country_id', 'state_id', 'county_id', 'city_id'],
}

function isFree(entity: Entity, property: Property): boolean {
  const tied = new Set([...(entangled[entity.name] ?? []), ...(entity.unique ?? []).flat()])
  // A record without `ordering` becomes the last of its parent.
  return !tied.has(property.name) && !property.locked && property.name !== 'ordering'
}

describe('round trips over REST', function () {
  this.timeout(120_000)
  let service: RestService
  const idsByEntity = new Map<string, readonly number[]>()
  before(async () => {
    service = await startRest()
  })
  after(() => service.stop())

  /** Two records that a reference may name. */
  async function idsOf(name: string): Promise<readonly number[]> {
    const existingIds = idsByEntity.get(name)
    if (existingIds) return existingIds
    const entity = service.app.context.registry.entities.get(name)!
    const ids = [await sampleId(service.app, entity), await sampleId(service.app, entity)]
    idsByEntity.set(name, ids)
    return ids
  }

  /** Random values of the entity's free fields by the keys in which they are written. */
  async function recordArbitrary(entity: Entity): Promise<fc.Arbitrary<Fields>> {
    const members: Record<string, fc.Arbitrary<unknown>> = {}
    for (const property of Object.values(entity.properties)) {
      if (!isFree(entity, property)) continue
      const join = getJoinOptions(property)
      const owned = join !== null && (join.owner === true || entity.area === 'catalog')
      const values = validValues(property, join && !owned ? await idsOf(join.entity) : [])
      if (!values) continue
      const keys = property.translatable ? testLanguages.map((tag) => flatKey(property.name, tag)) : [property.name]
      for (const key of keys) members[key] = values
    }
    return fc.record(members, { requiredKeys: [] })
  }

  /** Writes over REST, or in process for entities that only core writes, and returns the id. */
  async function write(entity: Entity, fields: Fields): Promise<number> {
    const { admin, app } = service
    if (!entity.operations.includes('create') && !entity.singleton)
      return (await app.records.write(entity.name, fields, { internal: true })).id
    const answer = entity.singleton
      ? await admin.send('PATCH', `${root}/${entity.name}/${await sampleId(app, entity)}`, fields)
      : await admin.send('POST', `${root}/${entity.name}`, fields)
    expect(outcome(answer), JSON.stringify({ fields, answer: answer.body })).to.equal(entity.singleton ? '200' : '201')
    const read = await admin.send('GET', `${root}/${entity.name}/${(answer.body as RecordBody).data.id}`)
    expect((answer.body as RecordBody).data, 'the response to the write').to.deep.equal((read.body as RecordBody).data)
    expect(answer.headers.etag).to.equal(read.headers.etag)
    return (answer.body as RecordBody).data.id
  }

  /** The response to a write equals a later read, including the ETag. */
  async function expectSameReply(entity: Entity, id: number, fields: Fields): Promise<void> {
    const path = `${root}/${entity.name}/${id}?language=${testLanguages[1]}`
    const update = await service.admin.send('PATCH', path, fields)
    const read = await service.admin.send('GET', path)
    expect((update.body as RecordBody).data, JSON.stringify(fields)).to.deep.equal((read.body as RecordBody).data)
    expect(Object.keys((update.body as RecordBody).data.record)).to.deep.equal(Object.keys((read.body as RecordBody).data.record))
    expect(update.headers.etag).to.equal(read.headers.etag)
  }

  for (const definition of coreEntities) {
    const entity = completeEntity(definition, 'core')

    it(`reads ${entity.name} back as written`, async () => {
      const records = await recordArbitrary(entity)
      const check = async (fields: Fields): Promise<void> => {
        const id = await write(entity, entity.singleton ? fields : { ...(await sampleFields(service.app, entity)), ...fields })
        const answer = await service.admin.send('GET', `${root}/${entity.name}/${id}`)
        if (entity.operations.includes('update')) await expectSameReply(entity, id, fields)
        const { record } = (answer.body as RecordBody).data
        for (const [key, value] of Object.entries(fields))
          expect(record[key], `${key} of ${JSON.stringify(fields)}`).to.deep.equal(readBack(entity, key, value))
      }
      await fc.assert(fc.asyncProperty(records, check), { seed, numRuns: runs, endOnFailure: true })
    })

    const writable = entity.operations.includes('create') || entity.operations.includes('update')
    if (!writable) continue

    it(`rejects invalid values of ${entity.name} with the field name and changes nothing`, async () => {
      const wrongs = Object.values(entity.properties).flatMap((property) => {
        const values = invalidValues(property)
        return values
          ? [
              values.map((value) => ({
                name: property.translatable ? flatKey(property.name, testLanguages[1]!) : property.name,
                value,
              })),
            ]
          : []
      })
      const id = await sampleId(service.app, entity)
      const sample = entity.singleton ? {} : await sampleFields(service.app, entity)
      const rows = await service.rows()
      const before = await service.admin.send('GET', `${root}/${entity.name}/${id}`)
      const check = async ({ name, value }: { name: string; value: unknown }): Promise<void> => {
        const attempts = [service.admin.send('PATCH', `${root}/${entity.name}/${id}`, { [name]: value })]
        if (!entity.singleton) attempts.push(service.admin.send('POST', `${root}/${entity.name}`, { ...sample, [name]: value }))
        for (const answer of await Promise.all(attempts)) {
          const label = `${name} = ${JSON.stringify(value).slice(0, 80)}: ${JSON.stringify(answer.body).slice(0, 400)}`
          expect(outcome(answer), label).to.equal('422 VALIDATION_FAILED')
          const { validationIssues } = answer.body as { validationIssues: { field: string }[] }
          expect(
            validationIssues.some(({ field }) => field === name || field.startsWith(`${name}.`) || field.startsWith(`${name}[`)),
            label,
          ).to.equal(true)
        }
      }
      await fc.assert(fc.asyncProperty(fc.oneof(...wrongs), check), { seed, numRuns: 4 * runs, endOnFailure: true })
      expect(await service.rows()).to.deep.equal(rows)
      expect((await service.admin.send('GET', `${root}/${entity.name}/${id}`)).body).to.deep.equal(before.body)
    })
  }
})

/** A cleared field reads as its default after a create, otherwise as '' for a text and null for other kinds. */
function readBack(entity: Entity, key: string, value: unknown): unknown {
  if (value !== null && value !== '') return value
  const property = entity.properties[key]
  if (property?.default !== undefined && !entity.singleton) return property.default
  const isText = property === undefined || property.kind.schema(property, 'read')?.type === 'string'
  return isText ? '' : null
}
