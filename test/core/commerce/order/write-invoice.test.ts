// Invoices: one per paid order, numbered without gaps, also under concurrent and repeated payments.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { changeState } from '../../../../core/commerce/state/change-state.js'
import { defineEffect } from '../../../../core/commerce/state/define.js'
import { salesOrder } from '../../../../core/model/entities/orders/sales-order.js'
import type { States } from '../../../../core/model/state/statuses.js'
import { openDatabase } from '../../../../core/storage/database/connection.js'
import type { Customization } from '../../../../core/contract.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import { createTestClock } from '../../../support/clock.js'
import { createEmptyDatabase } from '../../../support/database.js'
import { catchError } from '../../../support/caught-error.js'

const program = fileURLToPath(new URL('../../../fixtures/pay-orders.js', import.meta.url))
const amounts = { net: 100, tax: 19, gross: 119 }

const refusedPhone = '0'
/** An effect that runs after the effects of core. */
const withoutPhone: Customization = {
  kind: 'customization',
  name: 'without-phone',
  core: '^0.1.0',
  version: '1.0.0',
  contributes: {
    effects: [
      defineEffect({
        name: 'refuse-phone',
        description: 'Rejects payments of customers without a phone number.',
        on: 'sales-order',
        to: ['paid'],
        async run(work, { id }) {
          const order = await work.read(salesOrder, id)
          if (order?.values.phone === refusedPhone) throw new Error('There is no phone to call.')
        },
      }),
    ],
  },
  migrations: [],
}

type Settings = { readonly enable_invoicing?: boolean; readonly invoice_prefix?: string; readonly invoice_start?: number | null }
const settle = (app: TestApp, settings: Settings) => app.records.write('settings', { ...settings }, { id: 1 })
const placed = async (app: TestApp, fields: object = {}): Promise<number> =>
  (await app.records.write('sales-order', { status: 'ordered', ...amounts, ...fields }, { internal: true })).id
const toState = (app: TestApp, id: number, to: States['sales-order'], dryRun = false) =>
  app.shop.createContext({}).transact((work) => changeState(work, 'sales-order', id, to), { dryRun })
const invoices = async (app: TestApp) => (await app.records.list('invoice', { limit: 1_000, sort: 'id' })).records
const numbers = async (app: TestApp) => (await invoices(app)).map(({ number }) => number)

describe('invoice', () => {
  let app: TestApp
  beforeEach(async () => {
    app = await bootTestApp({ clock: createTestClock(), customizations: [withoutPhone] })
    await settle(app, { enable_invoicing: true, invoice_prefix: 'R-', invoice_start: 1_000 })
  })
  afterEach(() => app.stop())

  it('is created for a paid order, with its amounts', async () => {
    const id = await placed(app)
    await toState(app, id, 'paid')
    const records = await invoices(app)
    expect(records).to.have.length(1)
    const { record } = await app.records.read('invoice', records[0]!.id)
    expect(record).to.include({ sales_order_id: id, number: 'R-1000', ...amounts })
    expect(record['created']).to.equal(new Date(app.context.clock.now()).toISOString())
  })

  it('is created only if invoicing is enabled in the settings', async () => {
    await settle(app, { enable_invoicing: false })
    await toState(app, await placed(app), 'paid')
    expect(await invoices(app)).to.deep.equal([])
  })

  it('starts at 1 without a prefix by default', async () => {
    await settle(app, { invoice_prefix: '', invoice_start: null })
    await toState(app, await placed(app), 'paid')
    expect(await numbers(app)).to.deep.equal(['1'])
  })

  it('is created once for an order that is paid twice, and kept after a refund', async () => {
    const id = await placed(app)
    for (const to of ['paid', 'confirmed', 'paid', 'confirmed', 'refunded'] as const) await toState(app, id, to)
    expect(await numbers(app)).to.deep.equal(['R-1000'])
  })

  it('is created once if twenty payments are reported at once', async () => {
    const id = await placed(app)
    const tried = await Promise.allSettled(Array.from({ length: 20 }, () => toState(app, id, 'paid')))
    expect(tried.filter(({ status }) => status === 'fulfilled')).to.have.length(1)
    expect(await numbers(app)).to.deep.equal(['R-1000'])
  })

  it('leaves no gap in the numbers if a change is rolled back or another effect fails', async () => {
    await toState(app, await placed(app), 'paid')
    expect((await catchError(toState(app, await placed(app, { phone: refusedPhone }), 'paid'))).message).to.contain('no phone')
    await toState(app, await placed(app), 'paid', true)
    const cancelled = await placed(app)
    const rolledBack = app.shop.createContext({}).transact(async (work) => {
      await changeState(work, 'sales-order', cancelled, 'paid')
      throw new Error('The unit is given up.')
    })
    expect((await catchError(rolledBack)).message).to.contain('given up')
    await toState(app, await placed(app), 'paid')
    expect(await numbers(app)).to.deep.equal(['R-1000', 'R-1001'])
  })

  it('skips a number that another prefix has already produced', async () => {
    await settle(app, { invoice_prefix: '12', invoice_start: 1 })
    for (let count = 0; count < 3; count++) await toState(app, await placed(app), 'paid')
    await settle(app, { invoice_prefix: '1', invoice_start: 23 })
    await toState(app, await placed(app), 'paid')
    expect(await numbers(app)).to.deep.equal(['121', '122', '123', '124'])
  })

  it('cannot be stored twice for one order', async () => {
    const id = await placed(app)
    await toState(app, id, 'paid')
    const second = app.records.write('invoice', { sales_order_id: id, number: 'R-2000' }, { internal: true })
    expect(await catchError(second)).to.include({ code: 'VALIDATION_FAILED' })
  })
})

describe('invoices of four processes', () => {
  it('are numbered without gaps while each process pays twenty-five orders at once', async function () {
    this.timeout(120_000)
    const empty = await createEmptyDatabase()
    const app = await bootTestApp({ opened: await openDatabase(empty.url) })
    try {
      await settle(app, { enable_invoicing: true })
      const ids: number[] = []
      for (let count = 0; count < 100; count++) ids.push(await placed(app))
      const shares = [0, 1, 2, 3].map((share) => ids.filter((_, index) => index % 4 === share))
      await Promise.all(
        shares.map((share) => promisify(execFile)(process.execPath, [...process.execArgv, program, empty.url, share.join(',')])),
      )
      const invoiceNumbers = (await numbers(app)).map(Number).toSorted((a, b) => a - b)
      expect(invoiceNumbers).to.deep.equal(Array.from({ length: 100 }, (_, index) => index + 1))
      expect(new Set((await invoices(app)).map((invoice) => invoice['sales_order_id']))).to.have.property('size', 100)
    } finally {
      await app.stop()
      await empty.drop()
    }
  })
})
