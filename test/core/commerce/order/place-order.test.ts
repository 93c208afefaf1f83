// Placing an order: once, for the confirmed total, frozen completely or not at all.
import { expect } from 'chai'
import type { CheckoutReply } from '../../../../core/commerce/checkout/define.js'
import type { DocumentReply } from '../../../../core/commerce/document/define.js'
import type { ShopperRequest } from '../../../../core/commerce/shopper-context.js'
import { type Issue, StaleError, type ValidationError } from '../../../../core/foundation/errors.js'
import type { EventPayloads } from '../../../../core/foundation/events.js'
import type { OrderSummary } from '../../../../core/commerce/order/define.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
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

describe('place-order', () => {
  const events: (EventPayloads['onSvcPlaceOrder'] | EventPayloads['onSvcSetStatus'])[] = []
  const changed: EventPayloads['onSvcStoreRecord'][] = []
  let app: TestApp
  let shop: SellingShop

  before(async function () {
    this.timeout(60_000)
    const observers = {
      onSvcStoreRecord: (event: EventPayloads['onSvcStoreRecord']) => void changed.push(event),
      onSvcPlaceOrder: (event: EventPayloads['onSvcPlaceOrder']) => void events.push(event),
      onSvcSetStatus: (event: EventPayloads['onSvcSetStatus']) => void events.push(event),
    }
    app = await bootTestApp({ plugins: [...checkoutPlugins, { name: 'watching', core: '^0.1.0', contributes: { observers } }] })
    shop = await openSellingShop(app)
  })
  after(() => app?.stop())

  const serve = <T>(verb: string, input: object, caller: ShopperRequest = guestVisitor): Promise<T> =>
    app.shop.serve(verb, { ...input }, caller) as Promise<T>
  const stored = async (token: string) =>
    (await app.shop.createContext({}).list('sales-order', { column: 'token', values: [token] }))[0]!.values

  it('assigns the next number, freezes the amounts of the checkout, and emits events after the commit', async () => {
    events.length = 0
    const checkout = await prepareCheckoutForOrder(app, shop, [{ quantity: 2, note: 'Hall' }])
    const order = await placeCheckout(app, checkout)
    expect(order).to.include({ token: checkout.checkout, status: 'ordered', email: 'ada@example.org', note: '' })
    expect(order).to.deep.include({ net: checkout.totals!.net, gross: checkout.totals!.gross, weight: 4, weight_unit: 'kg' })
    expect(order.lines.map(({ title, quantity, net, note }) => [title, quantity, net, note])).to.deep.equal([
      ['Lamp', 2, 200, 'Hall'],
    ])
    expect(order.delivery).to.deep.equal({
      title: 'Parcel',
      net: 5,
      tax: 1.05,
      gross: 6.05,
      days: null,
      total_days: null,
      dates: null,
    })
    expect(order.payment).to.deep.include({ net: 0 })
    expect(order.billing).to.deep.include({ city: 'Ghent', country: 'Belgium' })
    expect(order.delivery_address).to.deep.equal(order.billing)
    expect(order.shop).to.include({ name: 'Blinds & Co' })
    const { id, terms_agreed, placed, customer_id } = await stored(order.token)
    expect([terms_agreed, placed]).not.to.include(null)
    expect(events).to.deep.equal([
      { orderId: id, from: 'in_checkout', to: 'ordered' },
      { orderId: id, number: String(order.number) },
    ])
    const guest = (await app.records.read('customer', customer_id as number)).record
    expect(guest).to.include({ email: 'ada@example.org', is_temporary: true, last_name: 'Lovelace' })
    const next = await placeCheckout(app, await prepareCheckoutForOrder(app, shop))
    expect(next.number).to.equal(order.number! + 1)
  })

  it('returns the existing order when the same checkout is placed twice, with any total', async () => {
    const checkout = await prepareCheckoutForOrder(app, shop)
    const order = await placeCheckout(app, checkout)
    expect(await placeCheckout(app, checkout)).to.deep.equal(order)
    expect(await serve('place-order', { token: checkout.checkout, total: 1 })).to.deep.equal(order)
    expect(await serve('read-order', { token: checkout.checkout })).to.deep.equal(order)
    const orders = await app.shop.createContext({}).list('sales-order', { column: 'token', values: [checkout.checkout] })
    expect(orders).to.have.length(1)
  })

  it('emits one cart event, and none if the order is placed again', async () => {
    const checkout = await prepareCheckoutForOrder(app, shop)
    const cartEvents = () => changed.filter(({ entity }) => entity === 'cart')
    changed.length = 0
    const order = await placeCheckout(app, checkout)
    const { cart_id } = await stored(order.token)
    expect(cartEvents()).to.deep.equal([{ entity: 'cart', id: cart_id, inserted: false }])
    changed.length = 0
    await placeCheckout(app, checkout)
    expect(cartEvents()).to.deep.equal([])
  })

  it('closes the cart, the checkout and the configurations', async () => {
    const checkout = await prepareCheckoutForOrder(app, shop)
    const { configuration } = checkout.positions[0]!
    await placeCheckout(app, checkout)
    const refused: readonly (readonly [string, object])[] = [
      ['read-cart', { token: checkout.cart }],
      ['open-checkout', { token: checkout.cart }],
      ['read-checkout', { token: checkout.checkout }],
      ['change-checkout', { token: checkout.checkout, note: 'late' }],
      ['change-configuration', { token: configuration, selections: [{ question_id: shop.lamp.height, value: '99' }] }],
    ]
    for (const [verb, input] of refused) expect(await catchError(serve(verb, input)), verb).to.have.property('code')
    expect(await serve<object>('read-configuration', { token: configuration })).to.have.property('missing')
  })

  it('rejects another total than the current one, returns the whole checkout, and changes nothing', async () => {
    const checkout = await prepareCheckoutForOrder(app, shop)
    await app.records.write('product', { baseprice: 110 }, { id: shop.lamp.product })
    try {
      const error = (await catchError(placeCheckout(app, checkout))) as StaleError
      expect(error).to.be.instanceOf(StaleError)
      expect([error.code, error.message.includes('139.15 EUR')]).to.deep.equal(['TOTAL_CHANGED', true])
      const present = error.currentState as CheckoutReply
      expect(present).to.deep.equal(await serve('read-checkout', { token: checkout.checkout }))
      expect(present.totals!.gross).to.equal(139.15)
      expect(await serve<{ orderable: boolean }>('read-cart', { token: checkout.cart })).to.include({ orderable: true })
      expect((await placeCheckout(app, present)).gross).to.equal(139.15)
    } finally {
      await app.records.write('product', { baseprice: 100 }, { id: shop.lamp.product })
    }
  })

  it('stores the base URL of the shop for links in mails', async () => {
    const checkout = await prepareCheckoutForOrder(app, shop)
    const link = (path: string): string => `https://shop.example${path}`
    const input = { token: checkout.checkout, total: checkout.totals!.gross }
    const order = await serve<DocumentReply>('place-order', input, { ...guestVisitor, link })
    expect(order.shop.url).to.equal('https://shop.example/')
  })

  it('requires the recurring total as well', async () => {
    await app.records.write('product', { use_recurring_pricing: true, baseprice_recurring: 10 }, { id: shop.lamp.product })
    try {
      const checkout = await prepareCheckoutForOrder(app, shop)
      expect(checkout.totals!.recurring.gross).to.equal(12.1)
      const error = await catchError(serve('place-order', { token: checkout.checkout, total: checkout.totals!.gross }))
      expect(error.message).to.contain('12.1 EUR per billing period')
      expect((await placeCheckout(app, checkout)).recurring).to.deep.equal({ net: 10, tax: 2.1, gross: 12.1 })
    } finally {
      await app.records.write('product', { use_recurring_pricing: false }, { id: shop.lamp.product })
    }
  })

  it('rejects a checkout with missing answers, lists every missing field, and uses no order number', async () => {
    const first = await placeCheckout(app, await prepareCheckoutForOrder(app, shop))
    const { cart } = await prepareCheckoutForOrder(app, shop)
    const checkout = await serve<CheckoutReply>('open-checkout', { token: cart })
    await serve('change-checkout', { token: checkout.checkout, terms_agreed: false })
    await app.records.write('shipping-method', { published: false }, { id: shop.parcel })
    const error = (await catchError(serve('place-order', { token: checkout.checkout, total: 127.05 }))) as ValidationError
    await app.records.write('shipping-method', { published: true }, { id: shop.parcel })
    expect(error.issues.map(({ field, code }: Issue) => [field, code])).to.deep.equal([
      ['shipping_method_id', 'MISSING'],
      ['terms_agreed', 'MISSING'],
    ])
    expect((await placeCheckout(app, await prepareCheckoutForOrder(app, shop))).number).to.equal(first.number! + 1)
  })

  it('requires no payment for an order without cost', async () => {
    await app.records.write('product', { baseprice: 0 }, { id: shop.lamp.product })
    await app.records.write('shipping-method', { price: 0 }, { id: shop.parcel })
    try {
      const checkout = await prepareCheckoutForOrder(app, shop)
      expect(checkout).to.deep.include({ asks_for_payment: false, payment_methods: [], missing: [] })
      const order = await placeCheckout(app, checkout)
      expect(order).to.deep.include({ gross: 0, payment: null, status: 'ordered' })
      expect(order.rates).to.deep.equal([{ recurring: false, rate: 21, code: 'VAT BE 21 %', net: 0, tax: 0 }])
    } finally {
      await app.records.write('product', { baseprice: 100 }, { id: shop.lamp.product })
      await app.records.write('shipping-method', { price: 5 }, { id: shop.parcel })
    }
  })

  it('hides the checkout and the order from other callers, and lists the order only to its owner', async () => {
    const shopper = await createAccount(app, 'owner@example.org')
    const other = await createAccount(app, 'other@example.org')
    const checkout = await prepareCheckoutForOrder(app, shop, [{}], { shopper })
    for (const caller of [guestVisitor, { shopper: other }]) {
      expect(await catchError(placeCheckout(app, checkout, caller))).to.include({ code: 'NOT_FOUND' })
    }
    const order = await placeCheckout(app, checkout, { shopper })
    for (const callerOptions of [guestVisitor, { shopper: other }]) {
      expect(await catchError(placeCheckout(app, checkout, callerOptions))).to.include({ code: 'NOT_FOUND' })
      expect(await catchError(serve('read-order', { token: order.token }, callerOptions))).to.include({ code: 'NOT_FOUND' })
    }
    const listed = async (buyer: ShopperRequest): Promise<readonly OrderSummary[]> =>
      (await serve<{ orders: readonly OrderSummary[] }>('list-orders', {}, buyer)).orders
    expect((await listed({ shopper })).map(({ order: token, gross }) => [token, gross])).to.deep.equal([
      [order.token, order.gross],
    ])
    expect(await listed({ shopper: other })).to.deep.equal([])
    expect(await catchError(listed(guestVisitor))).to.include({ code: 'AUTHENTICATION_REQUIRED' })
  })

  it('calculates a line with a unit price below one cent like the cart', async () => {
    await app.records.write('product', { baseprice: 0.3333 }, { id: shop.lamp.product })
    try {
      const checkout = await prepareCheckoutForOrder(app, shop, [{ quantity: 7 }, { quantity: 1 }])
      const order: DocumentReply = await placeCheckout(app, checkout)
      expect(order.lines.map(({ unit_net, net }) => [unit_net, net])).to.deep.equal([
        [0.3333, 2.33],
        [0.3333, 0.33],
      ])
      expect(order.lines.map(({ gross }) => gross)).to.deep.equal(checkout.positions.map(({ price }) => price!.gross))
    } finally {
      await app.records.write('product', { baseprice: 100 }, { id: shop.lamp.product })
    }
  })
})
