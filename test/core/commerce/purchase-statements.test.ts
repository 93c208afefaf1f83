// What a purchase costs the database, verb by verb: upper bounds that hold on both, however often one buys.
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
import { isServerDatabase } from '../../support/database.js'
import { configureLamp } from '../../support/filled-cart.js'
import { countNetworkWrites } from '../../support/network-writes.js'

/** Statements of each verb at most, without BEGIN and COMMIT. */
const most = {
  'start-configuration': 3,
  'create-cart': 3,
  'add-position': 7,
  'open-checkout': 6,
  'change-checkout': 9,
  'place-order': 18,
}

describe('the statements of a purchase', () => {
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
    await app.write('notification', { name: 'Ordered', status: 'ordered', send_customer: true, send_manager: true, ...texts })
    await purchase()
  })
  after(() => app?.stop())

  const counts = new Map<string, number>()
  async function counting<T>(verb: string, work: () => Promise<T>): Promise<T> {
    const seen: string[] = []
    const end = app.context.database.observe((sql) => void seen.push(sql))
    try {
      return await work()
    } finally {
      end()
      counts.set(verb, seen.length)
    }
  }
  const serve = <T>(verb: string, input: object): Promise<T> =>
    counting(verb, () => app.serve(verb, { ...input }, guestVisitor)) as Promise<T>

  /** What changes between two purchases is counted too: a choice that is made, and what each adds. */
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

  it('are bounded for each verb', async () => {
    await purchase()
    for (const [verb, bound] of Object.entries(most)) expect(counts.get(verb), verb).to.be.at.most(bound)
  })

  it('grow by one write for each further position, not by its reads', async () => {
    await purchase(4)
    for (const [verb, bound] of Object.entries(most)) {
      // The configurations beside the one that comes in are read; each is closed by a statement of its own.
      const more = { 'add-position': 1, 'place-order': 3 }[verb] ?? 0
      expect(counts.get(verb), verb).to.be.at.most(bound + more)
    }
  })

  it('go to a server together where none waits for the answer of another', async function () {
    if (!isServerDatabase) this.skip()
    await purchase()
    const writes = await countNetworkWrites(purchase)
    // Of 40 statements and COMMITs.
    expect(writes).to.be.at.most(25)
  })

  it('lock what a record refers to before it is stored, though nobody waits for that', async () => {
    const seen: string[] = []
    const end = app.context.database.observe((sql) => void seen.push(sql))
    await configureLamp(app, shop.lamp, {}, guestVisitor)
    end()
    const [locked, stored] = [/^SELECT id FROM .svc_product. /, /^INSERT INTO .svc_configuration. /].map((statement) =>
      seen.findIndex((sql) => statement.test(sql)),
    )
    expect([locked! >= 0, locked! < stored!]).to.deep.equal([true, true])
  })

  it('lock nothing for an address that is told, which names its country weakly', async () => {
    const { cart } = await serve<CartReply>('create-cart', {})
    const { checkout } = await serve<CheckoutReply>('open-checkout', { token: cart })
    const seen: string[] = []
    const end = app.context.database.observe((sql) => void seen.push(sql))
    await serve('change-checkout', { token: checkout, billing: createHomeAddress(shop) })
    end()
    expect(seen.filter((sql) => sql.includes('svc_order_address'))).not.to.deep.equal([])
    expect(seen.filter((sql) => sql.includes('FROM `svc_country`'))).to.deep.equal([])
  })

  it('keep the defaults of a checkout by one statement more', async () => {
    const { cart } = await serve<CartReply>('create-cart', {})
    const configuration = await configureLamp(app, shop.lamp, {}, guestVisitor)
    await serve('add-position', { token: cart, configuration })
    const { checkout } = await serve<CheckoutReply>('open-checkout', { token: cart })
    const reply = await serve<CheckoutReply>('change-checkout', { token: checkout, billing: createHomeAddress(shop) })
    expect(reply).to.include({ shipping_method_id: shop.parcel, payment_method_id: shop.transfer })
    expect(counts.get('change-checkout')).to.be.at.most(most['change-checkout'] + 1)
  })
})
