// Placing an order: once, for the total that was seen, frozen whole, or not at all.
import { expect } from 'chai'
import type { CheckoutReply } from '../../../../core/commerce/checkout/define.js'
import type { DocumentReply } from '../../../../core/commerce/document/define.js'
import type { Visitor } from '../../../../core/commerce/visit.js'
import { type Issue, StaleError, type ValidationError } from '../../../../core/foundation/errors.js'
import type { EventPayloads } from '../../../../core/foundation/events.js'
import type { OrderSummary } from '../../../../core/commerce/order/define.js'
import { bootTestApp, type TestApp } from '../../../support/app.js'
import {
  asGuest,
  checkoutPlugins,
  createAccount,
  openSellingShop,
  placing,
  readyCheckout,
  type SellingShop,
} from '../../../support/checking-out.js'
import { failure } from '../../../support/failure.js'

describe('placing an order', () => {
  const told: (EventPayloads['onSvcPlaceOrder'] | EventPayloads['onSvcSetStatus'])[] = []
  const changed: EventPayloads['onSvcStoreRecord'][] = []
  let app: TestApp
  let shop: SellingShop

  before(async function () {
    this.timeout(60_000)
    const observers = {
      onSvcStoreRecord: (event: EventPayloads['onSvcStoreRecord']) => void changed.push(event),
      onSvcPlaceOrder: (event: EventPayloads['onSvcPlaceOrder']) => void told.push(event),
      onSvcSetStatus: (event: EventPayloads['onSvcSetStatus']) => void told.push(event),
    }
    app = await bootTestApp({ plugins: [...checkoutPlugins, { name: 'watching', core: '^0.1.0', contributes: { observers } }] })
    shop = await openSellingShop(app)
  })
  after(() => app?.stop())

  const serve = <T>(verb: string, input: object, visitor: Visitor = asGuest): Promise<T> =>
    app.serve(verb, { ...input }, visitor) as Promise<T>
  const stored = async (token: string) =>
    (await app.visit({}).list('sales-order', { column: 'token', values: [token] }))[0]!.values

  it('gives it the next number, freezes what the checkout showed, and tells of it after the commit', async () => {
    told.length = 0
    const one = await readyCheckout(app, shop, [{ quantity: 2, note: 'Hall' }])
    const order = await placing(app, one)
    expect(order).to.include({ token: one.checkout, status: 'ordered', email: 'ada@example.org', note: '' })
    expect(order).to.deep.include({ net: one.totals!.net, gross: one.totals!.gross, weight: 4, weight_unit: 'kg' })
    expect(order.lines.map(({ title, quantity, net, note }) => [title, quantity, net, note])).to.deep.equal([
      ['Lamp', 2, 200, 'Hall'],
    ])
    expect(order.delivery).to.deep.equal({ title: 'Parcel', net: 5, tax: 1.05, gross: 6.05, days: null })
    expect(order.payment).to.deep.include({ net: 0 })
    expect(order.billing).to.deep.include({ city: 'Ghent', country: 'Belgium' })
    expect(order.delivery_address).to.deep.equal(order.billing)
    expect(order.shop).to.include({ name: 'Blinds & Co' })
    const { id, terms_agreed, placed, customer_id } = await stored(order.token)
    expect([terms_agreed, placed]).not.to.include(null)
    expect(told).to.deep.equal([
      { orderId: id, from: 'in_checkout', to: 'ordered' },
      { orderId: id, number: String(order.number) },
    ])
    const guest = (await app.read('customer', customer_id as number)).record
    expect(guest).to.include({ email: 'ada@example.org', is_temporary: true, last_name: 'Lovelace' })
    const next = await placing(app, await readyCheckout(app, shop))
    expect(next.number).to.equal(order.number! + 1)
  })

  it('gives the same order to whoever places it again, whatever total he names then', async () => {
    const one = await readyCheckout(app, shop)
    const order = await placing(app, one)
    expect(await placing(app, one)).to.deep.equal(order)
    expect(await serve('place-order', { token: one.checkout, total: 1 })).to.deep.equal(order)
    expect(await serve('read-order', { token: one.checkout })).to.deep.equal(order)
    const orders = await app.visit({}).list('sales-order', { column: 'token', values: [one.checkout] })
    expect(orders).to.have.length(1)
  })

  it('emits that the cart was changed, once, and nothing if another caller has ordered it', async () => {
    const one = await readyCheckout(app, shop)
    const cartEvents = () => changed.filter(({ entity }) => entity === 'cart')
    changed.length = 0
    const order = await placing(app, one)
    const { cart_id } = await stored(order.token)
    expect(cartEvents()).to.deep.equal([{ entity: 'cart', id: cart_id, inserted: false }])
    changed.length = 0
    await placing(app, one)
    expect(cartEvents()).to.deep.equal([])
  })

  it('closes the cart, the checkout and what was configured', async () => {
    const one = await readyCheckout(app, shop)
    const { configuration } = one.positions[0]!
    await placing(app, one)
    const refused: readonly (readonly [string, object])[] = [
      ['read-cart', { token: one.cart }],
      ['open-checkout', { token: one.cart }],
      ['read-checkout', { token: one.checkout }],
      ['change-checkout', { token: one.checkout, note: 'late' }],
      ['change-configuration', { token: configuration, selections: [{ question_id: shop.lamp.height, value: '99' }] }],
    ]
    for (const [verb, input] of refused) expect(await failure(serve(verb, input)), verb).to.have.property('code')
    expect(await serve<object>('read-configuration', { token: configuration })).to.have.property('missing')
  })

  it('refuses another total than the one that was seen, with the whole checkout, and changes nothing', async () => {
    const one = await readyCheckout(app, shop)
    await app.write('product', { baseprice: 110 }, { id: shop.lamp.product })
    try {
      const error = (await failure(placing(app, one))) as StaleError
      expect(error).to.be.instanceOf(StaleError)
      expect([error.code, error.message.includes('139.15 EUR')]).to.deep.equal(['TOTAL_CHANGED', true])
      const present = error.currentState as CheckoutReply
      expect(present).to.deep.equal(await serve('read-checkout', { token: one.checkout }))
      expect(present.totals!.gross).to.equal(139.15)
      expect(await serve<{ orderable: boolean }>('read-cart', { token: one.cart })).to.include({ orderable: true })
      expect((await placing(app, present)).gross).to.equal(139.15)
    } finally {
      await app.write('product', { baseprice: 100 }, { id: shop.lamp.product })
    }
  })

  it('keeps where the shop was reached, for the links of its mails', async () => {
    const one = await readyCheckout(app, shop)
    const link = (path: string): string => `https://shop.example${path}`
    const input = { token: one.checkout, total: one.totals!.gross }
    const order = await serve<DocumentReply>('place-order', input, { ...asGuest, link })
    expect(order.shop.url).to.equal('https://shop.example/')
  })

  it('wants the recurring total confirmed, too', async () => {
    await app.write('product', { use_recurring_pricing: true, baseprice_recurring: 10 }, { id: shop.lamp.product })
    try {
      const one = await readyCheckout(app, shop)
      expect(one.totals!.recurring.gross).to.equal(12.1)
      const error = await failure(serve('place-order', { token: one.checkout, total: one.totals!.gross }))
      expect(error.message).to.contain('12.1 EUR per billing period')
      expect((await placing(app, one)).recurring).to.deep.equal({ net: 10, tax: 2.1, gross: 12.1 })
    } finally {
      await app.write('product', { use_recurring_pricing: false }, { id: shop.lamp.product })
    }
  })

  it('refuses what lacks answers with each of them, and takes no number for it', async () => {
    const first = await placing(app, await readyCheckout(app, shop))
    const { cart } = await readyCheckout(app, shop)
    const one = await serve<CheckoutReply>('open-checkout', { token: cart })
    await serve('change-checkout', { token: one.checkout, terms_agreed: false })
    await app.write('shipping-method', { published: false }, { id: shop.parcel })
    const error = (await failure(serve('place-order', { token: one.checkout, total: 127.05 }))) as ValidationError
    await app.write('shipping-method', { published: true }, { id: shop.parcel })
    expect(error.issues.map(({ field, code }: Issue) => [field, code])).to.deep.equal([
      ['shipping_method_id', 'MISSING'],
      ['terms_agreed', 'MISSING'],
    ])
    expect((await placing(app, await readyCheckout(app, shop))).number).to.equal(first.number! + 1)
  })

  it('needs no payment for an order that costs nothing', async () => {
    await app.write('product', { baseprice: 0 }, { id: shop.lamp.product })
    await app.write('shipping-method', { price: 0 }, { id: shop.parcel })
    try {
      const one = await readyCheckout(app, shop)
      expect(one).to.deep.include({ asks_for_payment: false, payment_methods: [], missing: [] })
      const order = await placing(app, one)
      expect(order).to.deep.include({ gross: 0, payment: null, status: 'ordered' })
      expect(order.rates).to.deep.equal([{ recurring: false, rate: 21, code: 'VAT BE 21 %', net: 0, tax: 0 }])
    } finally {
      await app.write('product', { baseprice: 100 }, { id: shop.lamp.product })
      await app.write('shipping-method', { price: 5 }, { id: shop.parcel })
    }
  })

  it('is not done for what is left after its lifetime, and not by others', async () => {
    const shopper = await createAccount(app, 'owner@example.org')
    const other = await createAccount(app, 'other@example.org')
    const one = await readyCheckout(app, shop, [{}], { shopper })
    for (const visitor of [asGuest, { shopper: other }]) {
      expect(await failure(placing(app, one, visitor))).to.include({ code: 'NOT_FOUND' })
    }
    const order = await placing(app, one, { shopper })
    for (const visitor of [asGuest, { shopper: other }]) {
      expect(await failure(placing(app, one, visitor))).to.include({ code: 'NOT_FOUND' })
      expect(await failure(serve('read-order', { token: order.token }, visitor))).to.include({ code: 'NOT_FOUND' })
    }
    const listed = async (visitor: Visitor): Promise<readonly OrderSummary[]> =>
      (await serve<{ orders: readonly OrderSummary[] }>('list-orders', {}, visitor)).orders
    expect((await listed({ shopper })).map(({ order: token, gross }) => [token, gross])).to.deep.equal([
      [order.token, order.gross],
    ])
    expect(await listed({ shopper: other })).to.deep.equal([])
    expect(await failure(listed(asGuest))).to.include({ code: 'AUTHENTICATION_REQUIRED' })
  })

  it('adds a line of which a piece costs a fraction of a cent as the cart did', async () => {
    await app.write('product', { baseprice: 0.3333 }, { id: shop.lamp.product })
    try {
      const one = await readyCheckout(app, shop, [{ quantity: 7 }, { quantity: 1 }])
      const order: DocumentReply = await placing(app, one)
      expect(order.lines.map(({ unit_net, net }) => [unit_net, net])).to.deep.equal([
        [0.3333, 2.33],
        [0.3333, 0.33],
      ])
      expect(order.lines.map(({ gross }) => gross)).to.deep.equal(one.positions.map(({ price }) => price!.gross))
    } finally {
      await app.write('product', { baseprice: 100 }, { id: shop.lamp.product })
    }
  })
})
