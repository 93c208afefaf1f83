// The progress of an order for its owner, the cancellation by the customer, and the prefix of order numbers.
import { expect } from 'chai'
import type { OrderProgress } from '../../../../core/commerce/order/define.js'
import type { DocumentReply } from '../../../../core/commerce/document/define.js'
import type { ReplyFile } from '../../../../core/model/verb/shape.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import {
  checkoutPlugins,
  createAccount,
  guestVisitor,
  openSellingShop,
  placeCheckout,
  prepareCheckoutForOrder,
  type SellingShop,
} from '../../../support/selling-shop.js'
import { catchError } from '../../../support/caught-error.js'

describe('order progress', () => {
  let app: TestApp
  let shop: SellingShop

  before(async function () {
    this.timeout(60_000)
    app = await bootTestApp({ plugins: checkoutPlugins })
    shop = await openSellingShop(app)
    await app.records.write('settings', { enable_invoicing: true, order_prefix: 'A-', order_start: 5_000 }, { id: 1 })
  })
  after(() => app?.stop())

  const place = async (caller = guestVisitor): Promise<DocumentReply & { readonly id: number }> => {
    const order = await placeCheckout(app, await prepareCheckoutForOrder(app, shop, [{ quantity: 2 }], caller), caller)
    const [record] = await app.shop.createContext({}).list('sales-order', { column: 'token', values: [order.token] })
    return { ...order, id: record!.id }
  }
  const progress = (token: string, caller = guestVisitor) =>
    app.shop.serve('read-order-progress', { token }, caller) as Promise<OrderProgress>
  const cancel = (token: string, caller = guestVisitor) =>
    app.shop.serve('cancel-order', { token }, caller) as Promise<OrderProgress>
  const allow = (customer_cancellation: string) => app.records.write('settings', { customer_cancellation }, { id: 1 })

  it('numbers orders from the first number of the settings and shows the prefix', async () => {
    const first = await place()
    expect(first.number_text).to.equal(`A-${String(first.number)}`)
    expect(first.number).to.be.at.least(5_000)
    const instructions = JSON.stringify(first.payment_instructions)
    expect(instructions).to.contain(first.number_text)
    await app.records.write('settings', { order_prefix: 'B-' }, { id: 1 })
    expect(await app.shop.serve('read-order', { token: first.token }, guestVisitor)).to.include({
      number_text: first.number_text,
    })
    expect((await place()).number_text).to.equal(`B-${String(first.number! + 1)}`)
  })

  it('lists the steps, shipments, the invoice and printable credit notes', async () => {
    const { id, token } = await place()
    expect((await progress(token)).steps.map(({ step, done }) => [step, done])).to.deep.equal([
      ['ordered', true],
      ['paid', false],
      ['confirmed', false],
      ['shipped', false],
      ['delivered', false],
    ])
    await app.act('set-order-status', { order_id: id, status: 'paid' })
    await app.act('create-shipment', { order_id: id, carrier: 'DHL', tracking_url: 'https://carrier.example/1' })
    await app.act('refund-order', { order_id: id, delivery: true, reason: 'Late.' })
    const reply = await progress(token)
    expect(reply.steps.map(({ step, done, at }) => [step, done, at !== null])).to.deep.equal([
      ['ordered', true, true],
      ['paid', true, true],
      ['confirmed', true, false],
      ['shipped', true, true],
      ['delivered', false, false],
    ])
    expect(reply.shipments[0]).to.include({ carrier: 'DHL', tracking_url: 'https://carrier.example/1' })
    expect(reply.invoice).to.be.a('string')
    const [note] = reply.credit_notes
    const file = (await app.shop.serve('print-credit-note', { token, id: note!.id }, guestVisitor)) as ReplyFile
    expect(Buffer.from(file.bytes.subarray(0, 5)).toString()).to.equal('%PDF-')
    const other = await place()
    expect(await catchError(app.shop.serve('print-credit-note', { token: other.token, id: note!.id }, guestVisitor))).to.include({
      code: 'NOT_FOUND',
    })
  })

  it('lets the customer cancel an order only while the setting allows it and the order is not confirmed', async () => {
    const first = await place()
    expect((await progress(first.token)).may_cancel).to.equal(false)
    expect((await catchError(cancel(first.token))).message).to.contain('can no longer be cancelled')
    await allow('until_confirmed')
    expect((await progress(first.token)).may_cancel).to.equal(true)
    const cancelled = await cancel(first.token)
    expect(cancelled).to.include({ payment_state: 'none', fulfilment_state: 'none', may_cancel: false })
    expect(cancelled.steps.map(({ step, done, at }) => [step, done, at !== null])).to.deep.equal([
      ['ordered', true, true],
      ['cancelled', true, true],
    ])
    expect((await catchError(cancel(first.token))).message).to.contain('can no longer be cancelled')
    for (const status of ['confirmed', 'paid']) {
      const { id, token } = await place()
      await app.act('set-order-status', { order_id: id, status })
      expect((await catchError(cancel(token))).message).to.contain('can no longer be cancelled')
    }
    await allow('none')
  })

  it('hides the progress of an account order from other shoppers, and refuses their cancellation', async () => {
    await allow('until_confirmed')
    const shopper = await createAccount(app, 'grace@example.org')
    const { token } = await place({ shopper })
    expect(await catchError(progress(token))).to.include({ code: 'NOT_FOUND' })
    expect(await catchError(cancel(token))).to.include({ code: 'NOT_FOUND' })
    expect((await progress(token, { shopper })).may_cancel).to.equal(true)
    await allow('none')
  })
})
