// Abandoned checkouts are deleted after their lifetime. Until then they keep the guest's cart. Placed orders are never deleted.
import { expect } from 'chai'
import { PipelineRecords } from '../../../core/storage/pipeline-records.js'
import { tasks } from '../../../core/tasks/index.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import {
  guestVisitor,
  checkoutPlugins,
  openSellingShop,
  placeCheckout,
  prepareCheckoutForOrder,
  type SellingShop,
} from '../../support/selling-shop.js'
import { createTestClock } from '../../support/clock.js'
import { copyCheckout } from '../commerce/order/copied-checkouts.js'
import { catchError } from '../../support/caught-error.js'

const hour = 3_600_000

describe('The scheduled task expire-checkouts', () => {
  const clock = createTestClock()
  let app: TestApp
  let shop: SellingShop

  before(async function () {
    this.timeout(60_000)
    app = await bootTestApp({ plugins: checkoutPlugins, clock })
    shop = await openSellingShop(app)
    await app.records.write('settings', { cart_lifetime_hours: 2, order_draft_lifetime_hours: 10 }, { id: 1 })
  })
  after(() => app?.stop())

  const run = (name: string): Promise<void> => {
    const task = tasks.find((one) => one.name === name)!
    return task.run({ context: app.context, records: new PipelineRecords(app.context), signal: new AbortController().signal })
  }
  const tokens = async (): Promise<readonly unknown[]> =>
    (await app.shop.createContext({}).list('sales-order')).map(({ values }) => values['token'])

  it('deletes expired checkouts with their addresses, and no placed orders', async () => {
    const placed = await placeCheckout(app, await prepareCheckoutForOrder(app, shop))
    const old = await prepareCheckoutForOrder(app, shop)
    clock.time += 9 * hour
    const young = await prepareCheckoutForOrder(app, shop)
    clock.time += 2 * hour
    await run('expire-checkouts')
    expect(await tokens()).to.deep.equal([placed.token, young.checkout])
    expect(await catchError(app.shop.serve('read-checkout', { token: old.checkout }, guestVisitor))).to.include({
      code: 'NOT_FOUND',
    })
    const addressed = (await app.shop.createContext({}).list('order-address')).map(({ values }) => values['sales_order_id'])
    expect(new Set(addressed).size).to.equal(2)
  })

  it('deletes 1,000 expired checkouts in one run, and keeps placed and new ones', async function () {
    this.timeout(120_000)
    const checkout = await prepareCheckoutForOrder(app, shop)
    const copies = await copyCheckout(app, checkout, 999)
    clock.time += 11 * hour
    const [placed, young] = [
      await placeCheckout(app, await prepareCheckoutForOrder(app, shop)),
      await prepareCheckoutForOrder(app, shop),
    ]
    await run('expire-checkouts')
    const expired = new Set<unknown>([checkout.checkout, ...copies])
    expect(expired.size).to.equal(1_000)
    expect((await tokens()).filter((token) => expired.has(token))).to.deep.equal([])
    expect(await tokens())
      .to.include(placed.token)
      .and.to.include(young.checkout)
    const drafts = (await app.shop.createContext({}).list('sales-order')).map(({ id }) => id)
    const addressed = (await app.shop.createContext({}).list('order-address')).map(({ values }) =>
      Number(values['sales_order_id']),
    )
    expect(addressed.filter((id) => !drafts.includes(id))).to.deep.equal([])
  })

  it("lets a guest's cart expire only after its checkout expired", async () => {
    const checkout = await prepareCheckoutForOrder(app, shop)
    clock.time += 5 * hour
    await run('expire-carts')
    expect(await app.shop.serve('read-cart', { token: checkout.cart }, guestVisitor)).to.include({ cart: checkout.cart })
    expect((await placeCheckout(app, checkout)).status).to.equal('ordered')
    const other = await prepareCheckoutForOrder(app, shop)
    clock.time += 11 * hour
    await run('expire-checkouts')
    await run('expire-carts')
    const carts = (await app.shop.createContext({}).list('cart')).map(({ values }) => values['token'])
    expect(carts).to.include(checkout.cart).and.not.to.include(other.cart)
  })
})
