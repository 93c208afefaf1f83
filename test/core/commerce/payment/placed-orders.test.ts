// From the checkout to the payment: placed orders are paid and invoiced, by bank transfer and by the sandbox provider.
import { expect } from 'chai'
import { runtime } from '../../../../plugins/runtime/index.js'
import type { PaymentReply } from '../../../../core/commerce/payment/define.js'
import { type ListeningApp, listenTestApp } from '../../../support/test-app.js'
import { createTestClock } from '../../../support/clock.js'
import {
  guestVisitor,
  checkoutPlugins,
  createAccount,
  openSellingShop,
  placeCheckout,
  prepareCheckoutForOrder,
  type SellingShop,
} from '../../../support/selling-shop.js'
import { catchError } from '../../../support/caught-error.js'
import { createPaymentMethod } from '../../../support/scripted-provider.js'

describe('placed order', () => {
  let app: ListeningApp
  let shop: SellingShop
  before(async () => {
    app = await listenTestApp([runtime()], { clock: createTestClock(), plugins: checkoutPlugins })
    shop = await openSellingShop(app)
    const settings = { enable_invoicing: true, invoice_prefix: 'R' }
    await app.records.write('settings', settings, { id: 1 })
  })
  after(() => app.stop())

  const pay = (token: string, caller = guestVisitor): Promise<PaymentReply> =>
    app.shop.serve('begin-payment', { token }, caller) as Promise<PaymentReply>
  const list = async (token: string): Promise<readonly PaymentReply[]> =>
    ((await app.shop.serve('list-payments', { token }, guestVisitor)) as { readonly payments: readonly PaymentReply[] }).payments
  const place = async (caller = guestVisitor) =>
    placeCheckout(app, await prepareCheckoutForOrder(app, shop, [{}], caller), caller)

  it('is paid by bank transfer when its status is set to paid', async () => {
    const { token, gross, number, shop: seller } = await place()
    const payment = await pay(token)
    expect(payment).to.include({ status: 'pending', amount: gross, currency: 'EUR', reference: String(number), redirect: null })
    expect(payment.instructions!.details).to.deep.include({ label: 'Account holder', text: seller.name })
    const id = (await app.records.list('sales-order', { sort: '-id', limit: 1 })).records[0]!.id
    await app.act('set-order-status', { order_id: id, status: 'paid' })
    expect((await list(token)).map(({ status }) => status)).to.deep.equal(['paid'])
    expect((await app.records.list('invoice')).records[0]).to.include({ sales_order_id: id, number: 'R1', gross })
  })

  it('is paid by the sandbox when polled, including the surcharge of the method', async () => {
    await app.records.write(
      'payment-method',
      { price: 3, connector: 'sandbox', params: { outcome: 'succeed' } },
      { id: shop.transfer },
    )
    const { token, gross, payment: charge } = await place()
    expect(charge!.net).to.equal(3)
    expect(await pay(token)).to.include({ status: 'pending', amount: gross })
    expect(await app.act('poll-payments')).to.deep.equal({ polledCount: 1, changedCount: 1, failedCount: 0 })
    expect((await list(token))[0]).to.include({ status: 'paid', amount: gross })
    expect(await app.shop.serve('read-order', { token }, guestVisitor)).to.include({ status: 'paid' })
    expect((await app.records.list('invoice')).records).to.have.length(2)
  })

  it('of an account can be paid only by that account', async () => {
    const own = { shopper: await createAccount(app, 'grace@example.org') }
    const other = { shopper: await createAccount(app, 'eve@example.org') }
    const { token } = await place(own)
    for (const caller of [guestVisitor, other]) expect(await catchError(pay(token, caller))).to.include({ code: 'NOT_FOUND' })
    expect(await pay(token, own)).to.include({ status: 'pending' })
  })

  it('cannot be paid while it is a draft', async () => {
    const { checkout } = await prepareCheckoutForOrder(app, shop)
    expect(await catchError(pay(checkout))).to.include({ code: 'NOT_FOUND' })
  })

  it('is paid with the current parameters of its method, not with those of another method', async () => {
    const { token } = await place()
    const method = await createPaymentMethod(app.records, 'sandbox', { outcome: 'fail' })
    expect(method).to.be.above(shop.transfer)
    await app.records.write('payment-method', { params: { outcome: 'wrong_amount' } }, { id: shop.transfer })
    await pay(token)
    await app.act('poll-payments')
    expect((await list(token))[0]).to.include({ status: 'incorrect_amount' })
  })
})
