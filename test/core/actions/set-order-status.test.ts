// The status of an order, set by the shop's staff: permitted transitions, rejected transitions, and drafts.
import { expect } from 'chai'
import type { EventPayloads } from '../../../core/foundation/events.js'
import type { CheckoutReply } from '../../../core/commerce/checkout/define.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import {
  guestVisitor,
  checkoutPlugins,
  openSellingShop,
  placeCheckout,
  prepareCheckoutForOrder,
  type SellingShop,
} from '../../support/selling-shop.js'
import { inBothLanguages } from '../../support/small-shop.js'
import { catchError } from '../../support/caught-error.js'

describe('set-order-status', () => {
  const events: EventPayloads['onSvcSetStatus'][] = []
  let app: TestApp
  let shop: SellingShop

  before(async function () {
    this.timeout(60_000)
    const observers = { onSvcSetStatus: (event: EventPayloads['onSvcSetStatus']) => void events.push(event) }
    app = await bootTestApp({ plugins: [...checkoutPlugins, { name: 'watching', core: '^0.1.0', contributes: { observers } }] })
    shop = await openSellingShop(app)
  })
  after(() => app?.stop())

  const idOf = async (token: string): Promise<number> =>
    (await app.shop.createContext({}).list('sales-order', { column: 'token', values: [token] }))[0]!.id
  const set = (order_id: number, status: string): Promise<unknown> => app.act('set-order-status', { order_id, status })

  it('sets a permitted status and emits onSvcSetStatus', async () => {
    const { token, number } = await placeCheckout(app, await prepareCheckoutForOrder(app, shop))
    const id = await idOf(token)
    events.length = 0
    expect(await set(id, 'confirmed')).to.deep.equal({ order_id: id, number, from: 'ordered', status: 'confirmed' })
    expect(await set(id, 'shipped')).to.include({ from: 'confirmed', status: 'shipped' })
    expect(events.map(({ to }) => to)).to.deep.equal(['confirmed', 'shipped'])
    expect(await app.shop.serve('read-order', { token }, guestVisitor)).to.include({ status: 'shipped' })
  })

  it('rejects a status that cannot follow, lists the permitted ones and changes nothing', async () => {
    const { token } = await placeCheckout(app, await prepareCheckoutForOrder(app, shop))
    const id = await idOf(token)
    const error = await catchError(set(id, 'shipped'))
    expect(error.message)
      .to.contain("has the status 'ordered' and cannot change to 'shipped'")
      .and.to.contain("'paid', 'incorrect_amount'")
    expect((await catchError(set(id, 'posted'))).message).to.contain("'status'")
    expect(await app.shop.serve('read-order', { token }, guestVisitor)).to.include({ status: 'ordered' })
  })

  it('rejects an unknown order_id by name', async () => {
    expect(await catchError(set(999_999, 'paid'))).to.deep.include({
      code: 'NOT_FOUND',
      message: 'There is no order with the order_id 999999.',
    })
  })

  it('does not turn a draft into an order, because no customer accepted its total', async () => {
    const { checkout } = await prepareCheckoutForOrder(app, shop)
    const id = await idOf(checkout)
    expect((await catchError(set(id, 'ordered'))).message).to.contain('its checkout is not completed')
    await set(id, 'saved')
    expect((await catchError(set(id, 'ordered'))).message).to.contain('its checkout is not completed')
    const { values } = (await app.shop.createContext({}).read('sales-order', id))!
    expect(values).to.include({ status: 'saved', number: null })
  })

  it('sends the cancellation mail for a placed order, but not for a draft', async () => {
    const mail = { send_customer: true, ...inBothLanguages('subject', 'Cancelled'), ...inBothLanguages('body', 'It is off.') }
    await app.records.write('notification', { name: 'Cancelled', status: 'cancelled', ...mail })
    const mails = async (): Promise<number> => (await app.context.database.query('SELECT id FROM svc_mail_queue')).length
    const before = await mails()
    await set(await idOf((await prepareCheckoutForOrder(app, shop)).checkout), 'cancelled')
    expect(await mails()).to.equal(before)
    await set(await idOf((await placeCheckout(app, await prepareCheckoutForOrder(app, shop))).token), 'cancelled')
    expect(await mails()).to.equal(before + 1)
  })

  it('lets a saved draft continue, and a new checkout replace a cancelled draft', async () => {
    const checkout = await prepareCheckoutForOrder(app, shop)
    await set(await idOf(checkout.checkout), 'saved')
    expect((await catchError(app.shop.serve('read-checkout', { token: checkout.checkout }, guestVisitor))).message).to.contain(
      'has ended',
    )
    expect(await app.shop.serve('open-checkout', { token: checkout.cart }, guestVisitor)).to.deep.equal(checkout)
    await set(await idOf(checkout.checkout), 'cancelled')
    const reopened = (await app.shop.serve('open-checkout', { token: checkout.cart }, guestVisitor)) as CheckoutReply
    expect(reopened.checkout).not.to.equal(checkout.checkout)
  })
})
