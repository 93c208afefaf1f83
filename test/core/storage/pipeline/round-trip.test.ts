// Every entity: random valid records are read back unchanged, and an invalid field is named in the error and stores nothing.
import { expect } from 'chai'
import * as fc from 'fast-check'
import { type Entity, isReadable } from '../../../../core/model/entity/define.js'
import { flatKey } from '../../../../core/foundation/language.js'
import { definePaymentProvider } from '../../../../core/commerce/payment/define.js'
import type { Context } from '../../../../core/storage/context.js'
import type { Unit } from '../../../../core/storage/unit-of-work/transaction.js'
import { loadRecords } from '../../../../core/storage/record/load.js'
import { presentValue } from '../../../../core/storage/record/present.js'
import { getVersionedSnapshot } from '../../../../core/storage/caches.js'
import { print } from '../../../../plugins/print/index.js'
import { stock } from '../../../../plugins/stock/index.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import { type RecordIds, createRecordBodies, listRejectedValues, listWritableProperties } from './arbitrary-records.js'
import { catchValidationError } from '../../../support/validation-error.js'
import { listCoreEntities } from '../../../support/core-registry.js'
import { createReferencedRecords } from './referenced-records.js'

const languages = ['en-GB', 'de-DE']
const runs = { numRuns: 8 }
type Body = Record<string, unknown>

/** Adapts a random record so that its fields are consistent. */
const fitting: Readonly<Record<string, (body: Body, ids: RecordIds) => Body>> = {
  product: ({ max_quantity: _max, ...body }, ids) => ({ ...body, tax_class_id: ids['tax-class']![0] }),
  question: ({ maxval: _max, calendar_days_max: _days, ...body }) => body,
  'calculation-matrix': ({ row_calculation_id: _row, column_calculation_id: _column, ...body }, ids) => ({
    ...body,
    row_question_id: ids.question![0],
    column_question_id: ids.question![0],
  }),
  'variant-table': (body, ids) => ({ ...body, question_ids: ids.question }),
  'tax-rate': ({ state_id: _state, county_id: _county, city_id: _city, ...body }, ids) => ({
    ...body,
    country_id: ids.country![0],
  }),
  // The seed contains every valid currency code.
  currency: ({ is_base: _base, is_default: _default, ...body }) => ({ ...body, code: 'QQQ' }),
  'shipping-method': ({ max_weight: _max, ...body }) => body,
  // An attached document must fit the status.
  notification: ({ attachment: _attachment, ...body }) => body,
  'payment-method': ({ price_max: _max, ...body }) => body,
  address: ({ party_id: _party, ...body }, ids) => ({ ...body, customer_id: ids.customer![0] }),
}

const provider = definePaymentProvider({
  name: 'test_pay',
  label: 'Test payment',
  description: 'Takes nothing.',
  params: {},
  begin: () => ({}),
})

/** The records in the memory of a unit equal those of a read, with and without texts. */
async function expectKnown(context: Context, unit: Unit, entity: Entity, id: number): Promise<void> {
  const condition = { column: 'id', values: [id] }
  const { snapshot } = await getVersionedSnapshot(context, unit)
  for (const tags of [[], snapshot.languages])
    expect(await unit.identityMap.load(entity, condition, null, tags)).to.deep.equal(
      await loadRecords(unit, entity, tags, condition),
    )
}

describe('Every entity', () => {
  let app: TestApp
  let ids: RecordIds
  const open = { internal: true }

  before(async () => {
    const payments = { name: 'test-payments', core: '*', contributes: { paymentProviders: [provider] } }
    app = await bootTestApp({ plugins: [stock, payments, print] })
    ids = await createReferencedRecords(app.records)
  })
  after(() => app.stop())

  /** The write options: singletons update record 1, all others are created. */
  const target = (entity: Entity) => (entity.singleton ? { ...open, id: 1 } : open)

  for (const entity of listCoreEntities()) {
    it(`${entity.name}: reads the written values back after a create and a change`, async () => {
      const bodies = createRecordBodies(entity, { registry: app.context.registry, languages, ids })
      await fc.assert(
        fc.asyncProperty(bodies, bodies, async (...samples) => {
          const [body, update] = samples.map((sample) => fitting[entity.name]?.(sample, ids) ?? sample) as [Body, Body]
          for (const name of lockedFields(entity)) delete update[name]
          await app.records.unit(
            async (records) => {
              const { id } = await records.write(entity.name, body, target(entity))
              await expectKnown(app.context, records.unitOfWork, entity, id)
              const { record } = await records.read(entity.name, id)
              const first = readBack(entity, body)
              for (const [key, expected] of Object.entries(first)) expect(record[key], key).to.deep.equal(expected)
              await records.write(entity.name, update, { ...open, id })
              await expectKnown(app.context, records.unitOfWork, entity, id)
              const { record: changed } = await records.read(entity.name, id)
              const second = { ...first, ...readBack(entity, update, false) }
              for (const [key, value] of Object.entries(second))
                if (!isDerived(key, update)) expect(changed[key], key).to.deep.equal(value)
            },
            { dryRun: true },
          )
        }),
        runs,
      )
    })

    it(`${entity.name}: names the invalid field in the error and stores nothing`, async () => {
      const bodies = createRecordBodies(entity, { registry: app.context.registry, languages, ids })
      const before = await rowCounts(app)
      const [sample] = fc.sample(bodies, 1)
      for (const property of listWritableProperties(entity)) {
        const key = property.translatable ? flatKey(property.name, 'de-DE') : property.name
        for (const wrong of listRejectedValues(property)) {
          // Password hashing is slow and has its own test.
          const { password: _password, ...rest }: Body = { ...sample }
          const work = app.records.write(entity.name, { ...rest, [key]: wrong }, target(entity))
          const fields = (await catchValidationError(work)).issues.map(({ field }) => /^\w+/.exec(field)?.[0])
          expect(fields, `${key} = ${JSON.stringify(wrong)?.slice(0, 50)}`).to.include(key)
        }
      }
      expect(await rowCounts(app)).to.equal(before)
    })
  }
})

/** A label is derived and a position is assigned if neither was sent. */
function isDerived(key: string, body: Body): boolean {
  const value = body[key]
  return /^(label_|ordering$)/.test(key) && Object.hasOwn(body, key) && (value === null || String(value).trim() === '')
}

/** Fields that a change cannot set. A body cannot move to a calculation that has one. */
function lockedFields(entity: Entity): readonly string[] {
  return listWritableProperties(entity).flatMap(({ name, locked }) =>
    locked || name === 'calculation_id' || name === 'type' ? [name] : [],
  )
}

/** Row counts of every table that a write of a record can change. */
async function rowCounts(app: TestApp): Promise<string> {
  const tables = [...app.context.registry.entities.values()].map((entity) => entity.table)
  const counts = [...tables, 'svc_texts', 'svc_unique_texts', 'svc_references'].map(
    (table) => `SELECT COUNT(*) AS n FROM ${table}`,
  )
  return JSON.stringify(await app.context.database.query(counts.join(' UNION ALL ')))
}

/** The expected values of a read. Null and '' are the same text. A new record gets the defaults. */
function readBack(entity: Entity, body: Body, created = !entity.singleton): Body {
  const expected: Body = {}
  for (const property of listWritableProperties(entity)) {
    if (!isReadable(property)) continue
    const keys = property.translatable ? languages.map((tag) => flatKey(property.name, tag)) : [property.name]
    for (const key of keys) {
      // A label is derived, and an empty position is assigned.
      const value = meant(property, body[key])
      if (!Object.hasOwn(body, key) || (value === null && ['label', 'ordering'].includes(property.name))) continue
      const empty = property.translatable ? '' : emptyOf(property)
      const start = created ? (property.default ?? empty) : empty
      expected[key] = value === null ? start : value
    }
  }
  return expected
}

/** Texts in lookup fields are stored without outer blanks. */
function meant(property: ReturnType<typeof listWritableProperties>[number], resolveValue: unknown): unknown {
  return typeof resolveValue === 'string' ? property.kind.prepare(resolveValue, property) : resolveValue
}

function emptyOf(property: ReturnType<typeof listWritableProperties>[number]): unknown {
  const column = property.kind.column(property)
  if (property.default !== undefined && property.kind.prepare(null, property) !== null) return property.default
  const nothing = column?.nullable ? null : ''
  return presentValue(property, nothing)
}
