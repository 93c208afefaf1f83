// The checkout step by step: offered choices, accepted and rejected answers, missing fields, and defaults.
import { expect } from 'chai'
import type { CartReply } from '../../../../core/commerce/cart/define.js'
import type { CheckoutReply } from '../../../../core/commerce/checkout/define.js'
import type { ShopperRequest } from '../../../../core/commerce/shopper-context.js'
import { ValidationError } from '../../../../core/foundation/errors.js'
import type { EventPayloads } from '../../../../core/foundation/events.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import {
  guestVisitor,
  checkoutPlugins,
  createAccount,
  createHomeAddress,
  openSellingShop,
  prepareCheckoutForOrder,
  type SellingShop,
} from '../../../support/selling-shop.js'
import { createTestClock } from '../../../support/clock.js'
import { catchError } from '../../../support/caught-error.js'
import { createFilledCart } from '../../../support/filled-cart.js'

describe('checkout', () => {
  const clock = createTestClock()
  const events: EventPayloads['onSvcCheckout'][] = []
  let app: TestApp
  let shop: SellingShop

  before(async function () {
    this.timeout(60_000)
    const watching = {
      name: 'watching',
      core: '^0.1.0',
      contributes: { observers: { onSvcCheckout: (event: EventPayloads['onSvcCheckout']) => void events.push(event) } },
    }
    app = await bootTestApp({ plugins: [...checkoutPlugins, watching], clock })
    shop = await openSellingShop(app)
  })
  after(() => app?.stop())

  const serve = <T = CheckoutReply>(verb: string, input: object, caller: ShopperRequest = guestVisitor): Promise<T> =>
    app.shop.serve(verb, { ...input }, caller) as Promise<T>
  const opened = async (caller: ShopperRequest = guestVisitor): Promise<CheckoutReply> => {
    const { cart } = await createFilledCart(app, shop.lamp, [{}], caller)
    return serve('open-checkout', { token: cart }, caller)
  }
  const change = (checkout: CheckoutReply, answers: object, caller: ShopperRequest = guestVisitor): Promise<CheckoutReply> =>
    serve('change-checkout', { token: checkout.checkout, ...answers }, caller)
  const missing = (checkout: CheckoutReply): readonly string[] => checkout.missing.map(({ field }) => field)
  const issues = async (promise: Promise<unknown>): Promise<readonly string[]> => {
    const error = await catchError(promise)
    expect(error).to.be.instanceOf(ValidationError)
    return (error as ValidationError).issues.map(({ field, code }) => `${field} ${code}`)
  }

  it('opens once per cart and lists the missing fields in the order of its steps', async () => {
    events.length = 0
    const checkout = await opened()
    expect(checkout.missing.map(({ field, step }) => [field, step])).to.deep.equal([
      ['email', 'address'],
      ['billing', 'address'],
      ['payment_method_id', 'payment'],
      ['terms_agreed', 'review'],
    ])
    // The first shipping method is the default.
    expect(checkout.shipping_method_id).to.equal(checkout.shipping_methods[0]!.id)
    expect(checkout.totals?.delivery).to.include({ title: checkout.shipping_methods[0]!.title })
    const again = await serve('open-checkout', { token: checkout.cart })
    expect(again).to.deep.equal(checkout)
    expect(events).to.have.length(1)
  })

  it('accepts answers in any order and returns the whole checkout each time', async () => {
    const checkout = await opened()
    const agreed = await change(checkout, { terms_agreed: true, note: 'Ring twice' })
    expect(agreed).to.deep.include({ note: 'Ring twice', terms_agreed: true })
    const addressed = await change(checkout, { billing: createHomeAddress(shop) })
    expect(addressed.billing).to.include({ city: 'Ghent', country: 'Belgium', country_id: shop.belgium })
    expect(addressed.delivery).to.deep.equal(addressed.billing)
    expect(missing(addressed)).to.deep.equal(['email'])
    const complete = await change(checkout, { email: 'ada@example.org', phone: '123' })
    expect(complete).to.deep.include({ missing: [], phone: '123', note: 'Ring twice' })
    expect(await serve('read-checkout', { token: checkout.checkout })).to.deep.equal(complete)
  })

  it('offers shipping and payment methods with prices, selects the first of each, and adds the chosen ones to the total', async () => {
    const checkout = await prepareCheckoutForOrder(app, shop)
    expect(checkout.shipping_methods.map(({ id, net }) => [id, net])).to.deep.equal([
      [shop.parcel, 5],
      [shop.courier, 9],
    ])
    expect(checkout).to.include({ shipping_method_id: shop.parcel, payment_method_id: shop.transfer })
    expect(checkout.totals).to.deep.include({ net: 105, tax: 22.05, gross: 127.05 })
    const dear = await change(checkout, { shipping_method_id: shop.courier, payment_method_id: shop.card })
    expect(dear.payment_methods.find(({ id }) => id === shop.card)).to.include({ net: 2.18 })
    expect(dear.totals!.delivery).to.deep.equal({ title: 'Courier', net: 9, tax: 1.89, gross: 10.89 })
    expect(dear.totals!.payment).to.deep.include({ title: 'Card', net: 2.18 })
    expect(dear.totals!.net).to.equal(111.18)
    expect(dear.totals!.goods.net).to.equal(100)
  })

  it('rejects a choice that is not offered, and changes nothing', async () => {
    const checkout = await prepareCheckoutForOrder(app, shop)
    const french = { ...createHomeAddress(shop), country_id: shop.france }
    const far = { delivery: french, shipping_method_id: shop.courier, note: 'lost' }
    expect(await issues(change(checkout, far))).to.deep.equal(['shipping_method_id NOT_OFFERED'])
    expect(await issues(change(checkout, { shipping_method_id: 999_999 }))).to.deep.equal([
      'shipping_method_id UNKNOWN_REFERENCE',
    ])
    await app.records.write('payment-method', { published: false }, { id: shop.card })
    expect(await issues(change(checkout, { payment_method_id: shop.card }))).to.deep.equal(['payment_method_id NOT_OFFERED'])
    await app.records.write('payment-method', { published: true }, { id: shop.card })
    expect(await serve('read-checkout', { token: checkout.checkout })).to.deep.equal(checkout)
  })

  it('keeps the default methods once the billing address is set, even if another method becomes the first one', async () => {
    const unpaid = await opened()
    const checkout = await prepareCheckoutForOrder(app, shop)
    const ids = { shipping_method_id: shop.parcel, payment_method_id: shop.transfer }
    expect(checkout).to.include(ids)
    const dear = { shipping_method_id: shop.courier, payment_method_id: shop.card }
    const order = (id: number, ordering: number): Promise<unknown> => app.records.write('payment-method', { ordering }, { id })
    await app.records.write('shipping-method', { price: 1 }, { id: shop.courier })
    await order(shop.transfer, 99)
    try {
      const stored = await serve('read-checkout', { token: checkout.checkout })
      expect(stored.shipping_methods[0]!.id).to.equal(shop.courier)
      expect(stored.payment_methods[0]!.id).to.equal(shop.card)
      expect(stored).to.include(ids)
      expect(await change(checkout, { note: 'Ring' })).to.deep.include({ ...ids, totals: checkout.totals })
      // Without an address, this checkout had no stored defaults and no payment method yet.
      const open = { shipping_method_id: shop.courier, payment_method_id: null }
      expect(await change(unpaid, { note: 'Ring' })).to.include(open)
      expect(await change(unpaid, { billing: createHomeAddress(shop) })).to.include(dear)
    } finally {
      await app.records.write('shipping-method', { price: 9 }, { id: shop.courier })
      await order(shop.transfer, 1)
    }
  })

  it('reports a choice that is no longer offered as missing, and does not replace it', async () => {
    const checkout = await change(await prepareCheckoutForOrder(app, shop), { shipping_method_id: shop.courier })
    const changed = await change(checkout, { delivery: { ...createHomeAddress(shop), country_id: shop.france, city: 'Paris' } })
    expect(missing(changed)).to.deep.equal(['shipping_method_id'])
    expect(changed).to.include({ shipping_method_id: shop.courier, same_address: false })
    expect(changed.totals!.delivery).to.equal(null)
    expect(changed.totals).to.deep.include({ net: 100, tax: 20 })
    const chosen = await change(changed, { shipping_method_id: shop.parcel })
    expect(chosen).to.deep.include({ missing: [] })
    expect(chosen.totals!.gross).to.equal(126)
  })

  it('cannot be placed without a matching shipping method, unless delivery is disabled', async () => {
    const french = { ...createHomeAddress(shop), country_id: shop.france, city: 'Paris' }
    const checkout = await change(await prepareCheckoutForOrder(app, shop), { billing: french })
    await app.records.write('shipping-method', { published: false }, { id: shop.parcel })
    try {
      const stranded = await serve('read-checkout', { token: checkout.checkout })
      expect(stranded.shipping_methods).to.deep.equal([])
      expect(stranded.missing).to.deep.equal([
        { field: 'shipping_method_id', step: 'delivery', message: 'We do not ship orders of this weight to France.' },
      ])
      const placed = serve('place-order', { token: checkout.checkout, total: stranded.totals!.gross })
      expect(await issues(placed)).to.deep.equal(['shipping_method_id MISSING'])
      await app.records.write('settings', { disable_delivery: true }, { id: 1 })
      expect(missing(await serve('read-checkout', { token: checkout.checkout }))).to.deep.equal([])
    } finally {
      await app.records.write('settings', { disable_delivery: false }, { id: 1 })
      await app.records.write('shipping-method', { published: true }, { id: shop.parcel })
    }
  })

  it('cannot be placed without a payment method', async () => {
    const checkout = await prepareCheckoutForOrder(app, shop)
    const methods = (await app.shop.createContext({}).list('payment-method')).filter(({ values }) => values.published)
    for (const { id } of methods) await app.records.write('payment-method', { published: false }, { id })
    try {
      const { missing: missingFields, totals } = await serve('read-checkout', { token: checkout.checkout })
      expect(missingFields.map(({ field, message }) => [field, message])).to.deep.equal([
        ['payment_method_id', 'No payment method is available for this order. Please contact us.'],
      ])
      const placed = serve('place-order', { token: checkout.checkout, total: totals!.gross })
      expect(await issues(placed)).to.deep.equal(['payment_method_id MISSING'])
    } finally {
      for (const { id } of methods) await app.records.write('payment-method', { published: true }, { id })
    }
  })

  it('taxes by the delivery address, not by the billing address', async () => {
    const french = { ...createHomeAddress(shop), country_id: shop.france, city: 'Paris' }
    const checkout = await change(await prepareCheckoutForOrder(app, shop), {
      billing: french,
      delivery: createHomeAddress(shop),
    })
    expect(checkout.totals!.rates.map(({ rate }) => rate)).to.deep.equal([21])
    const there = await change(checkout, { same_address: true })
    expect(there.delivery!.city).to.equal('Paris')
    expect(there.totals!.rates.map(({ rate }) => rate)).to.deep.equal([20])
  })

  it('validates addresses by the rules of the entity, and reports fields under the submitted name', async () => {
    const checkout = await opened()
    const refused = [
      [
        { billing: { city: 'Ghent' } },
        ['billing.country_id REQUIRED', 'billing.last_name NAME_REQUIRED', 'billing.line1 REQUIRED'],
      ],
      [
        { billing: { ...createHomeAddress(shop), line1: '   ', city: '\t\u00a0' } },
        ['billing.city REQUIRED', 'billing.line1 REQUIRED'],
      ],
      [{ billing: { ...createHomeAddress(shop), stret: 'x' } }, ['billing.stret UNKNOWN_FIELD']],
      [{ delivery: { ...createHomeAddress(shop), city: 'x'.repeat(300) } }, ['delivery.city TOO_LONG']],
      [{ billing: { ...createHomeAddress(shop), country_id: 999_999 } }, ['billing.country_id UNKNOWN_REFERENCE']],
      [{ billing: { ...createHomeAddress(shop), customer_id: 1 } }, ['billing.customer_id UNKNOWN_FIELD']],
      [{ email: 'nobody' }, ['email INVALID_VALUE']],
      [{ vat_id: 'BE0123' }, ['vat_id INVALID_VALUE']],
      [{ billing: createHomeAddress(shop), billing_address_id: 1 }, ['billing INVALID_VALUE']],
    ] as const
    for (const [answers, expected] of refused) {
      expect([...(await issues(change(checkout, answers)))].sort(), JSON.stringify(answers).slice(0, 80)).to.deep.equal([
        ...expected,
      ])
    }
    const readMessage = async (field: string): Promise<string> =>
      (await catchError(change(checkout, { billing: { ...createHomeAddress(shop), [field]: 'x' } }))).message
    expect(await readMessage('citty')).to.include("Did you mean 'city'?")
    expect(await readMessage('postcode')).to.match(/of an address\. Available: .*line1, .*zip, city, /)
    expect((await serve('read-checkout', { token: checkout.checkout })).billing).to.equal(null)
  })

  it('rejects a state of another country', async () => {
    const state_id = (await app.records.write('state', { country_id: shop.france, name: 'Free port' })).id
    const checkout = await opened()
    expect(await issues(change(checkout, { billing: { ...createHomeAddress(shop), state_id } }))).to.deep.equal([
      'billing.state_id NOT_WITHIN',
    ])
  })

  it('offers the data and addresses of the own account, and hides those of other accounts', async () => {
    const shopper = await createAccount(app, 'grace@example.org')
    const foreign = await createAccount(app, 'mallory@example.org')
    const { customerId: customer_id } = shopper
    const own = { ...createHomeAddress(shop), customer_id, is_default_billing: true }
    await app.records.write('address', own)
    const second = (await app.records.write('address', { ...createHomeAddress(shop), customer_id, line1: 'Works' })).id
    const theirs = (await app.records.write('address', { ...createHomeAddress(shop), customer_id: foreign.customerId })).id
    const checkout = await opened({ shopper })
    expect(checkout).to.include({ email: 'grace@example.org', account: true })
    expect(checkout.billing!.line1).to.equal('Main street 1')
    expect(missing(checkout)).to.deep.equal(['terms_agreed'])
    const changed = await change(checkout, { delivery_address_id: second }, { shopper })
    expect(changed.delivery!.line1).to.equal('Works')
    expect(await issues(change(checkout, { delivery_address_id: theirs }, { shopper }))).to.deep.equal([
      'delivery_address_id UNKNOWN',
    ])
    for (const other of [guestVisitor, { shopper: foreign }]) {
      expect((await catchError(serve('read-checkout', { token: checkout.checkout }, other))).message).to.contain('no checkout')
      expect((await catchError(change(checkout, { note: 'mine' }, other))).message).to.contain('no checkout')
      expect((await catchError(serve('open-checkout', { token: checkout.cart }, other))).message).to.contain('no cart')
    }
  })

  it('requires no shipping method if delivery is disabled', async () => {
    await app.records.write('settings', { disable_delivery: true }, { id: 1 })
    try {
      const checkout = await prepareCheckoutForOrder(app, shop)
      expect(checkout).to.deep.include({ asks_for_delivery: false, shipping_methods: [], delivery: null, missing: [] })
      expect(checkout.totals).to.deep.include({ net: 100, delivery: null })
      expect(await issues(change(checkout, { shipping_method_id: shop.parcel }))).to.deep.equal([
        'shipping_method_id NOT_OFFERED',
      ])
    } finally {
      await app.records.write('settings', { disable_delivery: false }, { id: 1 })
    }
  })

  it('reports why the cart itself cannot be ordered', async () => {
    const checkout = await prepareCheckoutForOrder(app, shop)
    const first = (await app.shop.createContext({}).list('customer-group'))[0]!.id
    const sentences = async (): Promise<readonly string[]> =>
      (await serve('read-checkout', { token: checkout.checkout })).missing
        .filter(({ step }) => step === 'cart')
        .map(({ message }) => message)
    await app.records.write('product', { published: false }, { id: shop.lamp.product })
    expect(await sentences()).to.deep.equal(["'Lamp' is no longer available."])
    await app.records.write('product', { published: true }, { id: shop.lamp.product })
    await app.records.write('customer-group', { may_order: false }, { id: first })
    expect(await sentences()).to.deep.equal(['You cannot place orders here. Please contact us, or request a quote.'])
    await app.records.write('customer-group', { may_order: true, may_see_prices: false }, { id: first })
    const unseen = await serve('read-checkout', { token: checkout.checkout })
    expect(unseen.totals).to.equal(null)
    expect(unseen.missing.map(({ message }) => message)).to.deep.equal([
      'Prices are available on request only. Please request a quote.',
    ])
    await app.records.write('customer-group', { may_see_prices: true }, { id: first })
    expect(await sentences()).to.deep.equal([])
    await serve('remove-position', { token: checkout.cart, position: checkout.positions[0]!.id })
    expect(await sentences()).to.deep.equal(['Your cart is empty.'])
  })

  it('uses the language of the request', async () => {
    const checkout = await opened()
    const german = await serve('read-checkout', { token: checkout.checkout }, { ...guestVisitor, language: 'de-DE' })
    expect(german.missing[1]!.message).to.equal('Bitte geben Sie Ihre Adresse ein.')
    const changed = await serve(
      'change-checkout',
      { token: checkout.checkout, billing: createHomeAddress(shop) },
      { ...guestVisitor, language: 'de-DE' },
    )
    expect(changed).to.deep.include({ language: 'de-DE' })
    expect(changed.billing!.country).to.equal('Belgien')
    expect((await serve('read-checkout', { token: checkout.checkout })).language).to.equal('de-DE')
  })

  it('extends the lifetime of its cart with each answer, to the minute', async () => {
    const checkout = await opened()
    const changed = async (): Promise<string> => (await serve<CartReply>('read-cart', { token: checkout.cart })).changed
    const first = await changed()
    await change(checkout, { note: 'Ring twice.' })
    expect(await changed()).to.equal(first)
    clock.time += 60_000
    await change(checkout, { note: 'Ring once.' })
    expect(Date.parse(await changed()) - Date.parse(first)).to.be.at.least(60_000)
    clock.time += 60_000
    const again = await serve('open-checkout', { token: checkout.cart })
    expect(again.checkout).to.equal(checkout.checkout)
    expect(Date.parse(await changed())).to.equal(clock.time)
  })

  it('expires after its lifetime, and its cart can be checked out again', async () => {
    const shopper = await createAccount(app, 'late@example.org')
    const checkout = await opened({ shopper })
    clock.time += 24 * 3_600_000
    expect((await catchError(serve('read-checkout', { token: checkout.checkout }, { shopper }))).message).to.contain('has ended')
    const second = await serve('open-checkout', { token: checkout.cart }, { shopper })
    expect(second.checkout).not.to.equal(checkout.checkout)
    expect(await serve('read-checkout', { token: second.checkout }, { shopper })).to.deep.equal(second)
  })
})
