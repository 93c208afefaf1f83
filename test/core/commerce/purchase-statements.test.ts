// Upper bounds on the database statements of each step of a purchase, on both databases.
import { expect } from 'chai'
import type { CartReply } from '../../../core/commerce/cart/define.js'
import type { CheckoutReply } from '../../../core/commerce/checkout/define.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import {
  guestVisitor,
  checkoutPlugins,
  createHomeAddress,
  openSellingShop,
  placeCheckout,
  type SellingShop,
} from '../../support/selling-shop.js'
import { configureLamp } from '../../support/filled-cart.js'

/** Maximum number of statements per verb, without BEGIN and COMMIT. */
const most = {
  'start-configuration': 3,
  'create-cart': 3,
  'add-position': 7,
  'open-checkout': 6,
  'change-checkout': 9,
  'place-order': 18,
}

describe('statements of a purchase', () => {
  let app: TestApp
  let shop: SellingShop

  before(async function () {
    this.timeout(60_000)
    app = await bootTestApp({ plugins: checkoutPlugins })
    shop = await openSellingShop(app)
    const texts = {
      subject_en_GB: 'Your order',
      body_en_GB: 'Thank you.',
      manager_subject_en_GB: 'Order',
      manager_body_en_GB: 'One.',
    }
    await app.records.write('notification', {
      name: 'Ordered',
      status: 'ordered',
      send_customer: true,
      send_manager: true,
      ...texts,
    })
    await purchase()
  })
  after(() => app?.stop())

  const counts = new Map<string, number>()
  async function counting<T>(verb: string, work: () => Promise<T>): Promise<T> {
    const statements: string[] = []
    const end = app.context.database.observe((sql) => void statements.push(sql))
    try {
      return await work()
    } finally {
      end()
      counts.set(verb, statements.length)
    }
  }
  const serve = <T>(verb: string, input: object): Promise<T> =>
    counting(verb, () => app.shop.serve(verb, { ...input }, guestVisitor)) as Promise<T>

  /** Completes a purchase with non-default methods and counts the statements of each verb. */
  async function purchase(positions = 1): Promise<void> {
    const { cart } = await serve<CartReply>('create-cart', {})
    for (let number = 0; number < positions; number++) {
      const configuration = await counting('start-configuration', () => configureLamp(app, shop.lamp, {}, guestVisitor))
      await serve('add-position', { token: cart, configuration, quantity: 2 })
    }
    const { checkout } = await serve<CheckoutReply>('open-checkout', { token: cart })
    const chosen = { shipping_method_id: shop.courier, payment_method_id: shop.card }
    const answers = { token: checkout, email: 'ada@example.org', billing: createHomeAddress(shop), terms_agreed: true, ...chosen }
    const ready = await serve<CheckoutReply>('change-checkout', answers)
    await counting('place-order', () => placeCheckout(app, ready))
  }

  it('stay within the bound of each verb', async () => {
    await purchase()
    for (const [verb, bound] of Object.entries(most)) expect(counts.get(verb), verb).to.be.at.most(bound)
  })

  it('grow by one write per additional position, and not by reads', async () => {
    await purchase(4)
    for (const [verb, bound] of Object.entries(most)) {
      // The other configurations are read together. Each is closed by its own statement.
      const more = { 'add-position': 1, 'place-order': 3 }[verb] ?? 0
      expect(counts.get(verb), verb).to.be.at.most(bound + more)
    }
  })

  it('lock the referenced record before the insert', async () => {
    const statements: string[] = []
    const end = app.context.database.observe((sql) => void statements.push(sql))
    await configureLamp(app, shop.lamp, {}, guestVisitor)
    end()
    const [locked, stored] = [/^SELECT id FROM .svc_product. /, /^INSERT INTO .svc_configuration. /].map((statement) =>
      statements.findIndex((sql) => statement.test(sql)),
    )
    expect([locked! >= 0, locked! < stored!]).to.deep.equal([true, true])
  })

  it('lock nothing for a submitted address, because its country is a weak reference', async () => {
    const { cart } = await serve<CartReply>('create-cart', {})
    const { checkout } = await serve<CheckoutReply>('open-checkout', { token: cart })
    const statements: string[] = []
    const end = app.context.database.observe((sql) => void statements.push(sql))
    await serve('change-checkout', { token: checkout, billing: createHomeAddress(shop) })
    end()
    expect(statements.filter((sql) => sql.includes('svc_order_address'))).not.to.deep.equal([])
    expect(statements.filter((sql) => sql.includes('FROM `svc_country`'))).to.deep.equal([])
  })

  it('need one more statement to store the default methods of a checkout', async () => {
    const { cart } = await serve<CartReply>('create-cart', {})
    const configuration = await configureLamp(app, shop.lamp, {}, guestVisitor)
    await serve('add-position', { token: cart, configuration })
    const { checkout } = await serve<CheckoutReply>('open-checkout', { token: cart })
    const reply = await serve<CheckoutReply>('change-checkout', { token: checkout, billing: createHomeAddress(shop) })
    expect(reply).to.include({ shipping_method_id: shop.parcel, payment_method_id: shop.transfer })
    expect(counts.get('change-checkout')).to.be.at.most(most['change-checkout'] + 1)
  })
})
