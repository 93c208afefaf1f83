// The day of an order, of its invoice and of its mails, in the time zone that the shop had when the order was placed.
import { expect } from 'chai'
import { readDocument } from '../../../../core/commerce/document/rows.js'
import { buildPrintSheet } from '../../../../plugins/print/sheet.js'
import { changeState } from '../../../../core/commerce/state/change-state.js'
import { invoice } from '../../../../core/model/entities/orders/invoice.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import { checkoutPlugins, openSellingShop, placeCheckout, prepareCheckoutForOrder } from '../../../support/selling-shop.js'
import { createTestClock } from '../../../support/clock.js'
import { toSheetSource } from '../../../plugins/print/frozen-documents.js'

describe('the day of an order', () => {
  let app: TestApp
  before(async () => {
    app = await bootTestApp({ plugins: checkoutPlugins, clock: createTestClock(Date.parse('2026-12-31T23:30:00.000Z')) })
  })
  after(() => app?.stop())

  it('order: placed at 23:30 UTC on 31 December, it, its invoice and its mail are dated 1 January in Berlin', async () => {
    const shop = await openSellingShop(app)
    await app.records.write('settings', { time_zone: 'Europe/Berlin', enable_invoicing: true }, { id: 1 })
    const texts = { subject_en_GB: 'Order', body_en_GB: '<p>Placed on {{ order.date }}.</p>' }
    await app.records.write('notification', { name: 'Ordered', status: 'ordered', send_customer: true, ...texts })
    const reply = await placeCheckout(app, await prepareCheckoutForOrder(app, shop))
    expect([reply.placed, reply.shop.time_zone]).to.deep.equal(['2026-12-31T23:30:00.000Z', 'Europe/Berlin'])
    const [order] = (await app.records.list('sales-order', { limit: 1 })).records
    const id = Number(order!['id'])
    await app.shop.createContext({}).transact((work) => changeState(work, 'sales-order', id, 'paid'))

    const mails = await app.context.database.query<{ body: string }>("SELECT body FROM svc_mail_queue WHERE subject = 'Order'")
    expect(mails.map(({ body }) => body.split('\n')[0])).to.deep.equal(['Placed on 1 January 2027.'])

    // A later change of the setting does not change the day.
    await app.records.write('settings', { time_zone: 'UTC' }, { id: 1 })
    const work = app.shop.createContext({})
    const document = (await readDocument(work, 'sales-order', id))!
    const [stored] = await work.list(invoice, { column: 'sales_order_id', values: [id] })
    const factsOf = (printed: 'confirmation' | 'invoice'): Readonly<Record<string, string>> => {
      const bill = { ...stored!.values, supplied: null }
      return Object.fromEntries(buildPrintSheet(printed, toSheetSource(document, { invoice: bill })).facts)
    }
    expect(factsOf('confirmation')['Order date']).to.equal('1 January 2027')
    expect(factsOf('invoice')['Invoice date']).to.equal('1 January 2027')
  })
})
