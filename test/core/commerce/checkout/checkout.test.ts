// The checkout step by step: what is offered, what is taken, what is still missing, and that nothing is chosen in anybody's place.
import { expect } from 'chai'
import type { CartReply } from '../../../../core/commerce/cart/define.js'
import type { CheckoutReply } from '../../../../core/commerce/checkout/define.js'
import type { Visitor } from '../../../../core/commerce/visit.js'
import { ValidationError } from '../../../../core/foundation/errors.js'
import type { EventPayloads } from '../../../../core/foundation/events.js'
import { bootTestApp, type TestApp } from '../../../support/app.js'
import {
  asGuest,
  checkoutPlugins,
  createAccount,
  home,
  openSellingShop,
  readyCheckout,
  type SellingShop,
} from '../../../support/checking-out.js'
import { createTestClock } from '../../../support/clock.js'
import { failure } from '../../../support/failure.js'
import { filledCart } from '../../../support/filled-cart.js'

describe('the checkout', () => {
  const clock = createTestClock()
  const begun: EventPayloads['onSvcCheckout'][] = []
  let app: TestApp
  let shop: SellingShop

  before(async function () {
    this.timeout(60_000)
    const watching = {
      name: 'watching',
      core: '^0.1.0',
      contributes: { observers: { onSvcCheckout: (event: EventPayloads['onSvcCheckout']) => void begun.push(event) } },
    }
    app = await bootTestApp({ plugins: [...checkoutPlugins, watching], clock })
    shop = await openSellingShop(app)
  })
  after(() => app?.stop())

  const serve = <T = CheckoutReply>(verb: string, input: object, visitor: Visitor = asGuest): Promise<T> =>
    app.serve(verb, { ...input }, visitor) as Promise<T>
  const opened = async (visitor: Visitor = asGuest): Promise<CheckoutReply> => {
    const { cart } = await filledCart(app, shop.lamp, [{}], visitor)
    return serve('open-checkout', { token: cart }, visitor)
  }
  const change = (one: CheckoutReply, answers: object, visitor: Visitor = asGuest): Promise<CheckoutReply> =>
    serve('change-checkout', { token: one.checkout, ...answers }, visitor)
  const missing = (one: CheckoutReply): readonly string[] => one.missing.map(({ field }) => field)
  const issues = async (promise: Promise<unknown>): Promise<readonly string[]> => {
    const error = await failure(promise)
    expect(error).to.be.instanceOf(ValidationError)
    return (error as ValidationError).issues.map(({ field, code }) => `${field} ${code}`)
  }

  it('begins from a cart, once, and says what is missing in the order of its steps', async () => {
    begun.length = 0
    const one = await opened()
    expect(one.missing.map(({ field, step }) => [field, step])).to.deep.equal([
      ['email', 'address'],
      ['billing', 'address'],
      ['payment_method_id', 'payment'],
      ['terms_agreed', 'review'],
    ])
    // The first way of delivery is the default.
    expect(one.shipping_method_id).to.equal(one.shipping_methods[0]!.id)
    expect(one.totals?.delivery).to.include({ title: one.shipping_methods[0]!.title })
    const again = await serve('open-checkout', { token: one.cart })
    expect(again).to.deep.equal(one)
    expect(begun).to.have.length(1)
  })

  it('takes answers in any order, each reply with the whole', async () => {
    const one = await opened()
    const agreed = await change(one, { terms_agreed: true, note: 'Ring twice' })
    expect(agreed).to.deep.include({ note: 'Ring twice', terms_agreed: true })
    const addressed = await change(one, { billing: home(shop) })
    expect(addressed.billing).to.include({ city: 'Ghent', country: 'Belgium', country_id: shop.belgium })
    expect(addressed.delivery).to.deep.equal(addressed.billing)
    expect(missing(addressed)).to.deep.equal(['email'])
    const done = await change(one, { email: 'ada@example.org', phone: '123' })
    expect(done).to.deep.include({ missing: [], phone: '123', note: 'Ring twice' })
    expect(await serve('read-checkout', { token: one.checkout })).to.deep.equal(done)
  })

  it('offers delivery and payment with their prices, the first as the default, and adds what was chosen', async () => {
    const one = await readyCheckout(app, shop)
    expect(one.shipping_methods.map(({ id, net }) => [id, net])).to.deep.equal([
      [shop.parcel, 5],
      [shop.courier, 9],
    ])
    expect(one).to.include({ shipping_method_id: shop.parcel, payment_method_id: shop.transfer })
    expect(one.totals).to.deep.include({ net: 105, tax: 22.05, gross: 127.05 })
    const dear = await change(one, { shipping_method_id: shop.courier, payment_method_id: shop.card })
    expect(dear.payment_methods.find(({ id }) => id === shop.card)).to.include({ net: 2.18 })
    expect(dear.totals!.delivery).to.deep.equal({ title: 'Courier', net: 9, tax: 1.89, gross: 10.89 })
    expect(dear.totals!.payment).to.deep.include({ title: 'Card', net: 2.18 })
    expect(dear.totals!.net).to.equal(111.18)
    expect(dear.totals!.goods.net).to.equal(100)
  })

  it('refuses what is not offered, and changes nothing then', async () => {
    const one = await readyCheckout(app, shop)
    const french = { ...home(shop), country_id: shop.france }
    const far = { delivery: french, shipping_method_id: shop.courier, note: 'lost' }
    expect(await issues(change(one, far))).to.deep.equal(['shipping_method_id NOT_OFFERED'])
    expect(await issues(change(one, { shipping_method_id: 999_999 }))).to.deep.equal(['shipping_method_id UNKNOWN_REFERENCE'])
    await app.write('payment-method', { published: false }, { id: shop.card })
    expect(await issues(change(one, { payment_method_id: shop.card }))).to.deep.equal(['payment_method_id NOT_OFFERED'])
    await app.write('payment-method', { published: true }, { id: shop.card })
    expect(await serve('read-checkout', { token: one.checkout })).to.deep.equal(one)
  })

  it('keeps the defaults once it is known who pays: what is offered before them later takes nobody by surprise', async () => {
    const unpaid = await opened()
    const one = await readyCheckout(app, shop)
    const ids = { shipping_method_id: shop.parcel, payment_method_id: shop.transfer }
    expect(one).to.include(ids)
    const dear = { shipping_method_id: shop.courier, payment_method_id: shop.card }
    const order = (id: number, ordering: number): Promise<unknown> => app.write('payment-method', { ordering }, { id })
    await app.write('shipping-method', { price: 1 }, { id: shop.courier })
    await order(shop.transfer, 99)
    try {
      const seen = await serve('read-checkout', { token: one.checkout })
      expect(seen.shipping_methods[0]!.id).to.equal(shop.courier)
      expect(seen.payment_methods[0]!.id).to.equal(shop.card)
      expect(seen).to.include(ids)
      expect(await change(one, { note: 'Ring' })).to.deep.include({ ...ids, totals: one.totals })
      // Who had not said where he lives had nothing kept for him, and no way to pay yet.
      const open = { shipping_method_id: shop.courier, payment_method_id: null }
      expect(await change(unpaid, { note: 'Ring' })).to.include(open)
      expect(await change(unpaid, { billing: home(shop) })).to.include(dear)
    } finally {
      await app.write('shipping-method', { price: 9 }, { id: shop.courier })
      await order(shop.transfer, 1)
    }
  })

  it('shows a choice that is no longer offered as missing, and puts nothing in its place', async () => {
    const one = await change(await readyCheckout(app, shop), { shipping_method_id: shop.courier })
    const moved = await change(one, { delivery: { ...home(shop), country_id: shop.france, city: 'Paris' } })
    expect(missing(moved)).to.deep.equal(['shipping_method_id'])
    expect(moved).to.include({ shipping_method_id: shop.courier, same_address: false })
    expect(moved.totals!.delivery).to.equal(null)
    expect(moved.totals).to.deep.include({ net: 100, tax: 20 })
    const chosen = await change(moved, { shipping_method_id: shop.parcel })
    expect(chosen).to.deep.include({ missing: [] })
    expect(chosen.totals!.gross).to.equal(126)
  })

  it('cannot be placed where no way of delivery fits, unless the shop delivers nothing', async () => {
    const french = { ...home(shop), country_id: shop.france, city: 'Paris' }
    const one = await change(await readyCheckout(app, shop), { billing: french })
    await app.write('shipping-method', { published: false }, { id: shop.parcel })
    try {
      const stranded = await serve('read-checkout', { token: one.checkout })
      expect(stranded.shipping_methods).to.deep.equal([])
      expect(stranded.missing).to.deep.equal([
        { field: 'shipping_method_id', step: 'delivery', message: 'We do not ship orders of this weight to France.' },
      ])
      const placed = serve('place-order', { token: one.checkout, total: stranded.totals!.gross })
      expect(await issues(placed)).to.deep.equal(['shipping_method_id MISSING'])
      await app.write('settings', { disable_delivery: true }, { id: 1 })
      expect(missing(await serve('read-checkout', { token: one.checkout }))).to.deep.equal([])
    } finally {
      await app.write('settings', { disable_delivery: false }, { id: 1 })
      await app.write('shipping-method', { published: true }, { id: shop.parcel })
    }
  })

  it('cannot be placed where nobody may pay it', async () => {
    const one = await readyCheckout(app, shop)
    const methods = (await app.visit({}).list('payment-method')).filter(({ values }) => values.published)
    for (const { id } of methods) await app.write('payment-method', { published: false }, { id })
    try {
      const { missing: left, totals } = await serve('read-checkout', { token: one.checkout })
      expect(left.map(({ field, message }) => [field, message])).to.deep.equal([
        ['payment_method_id', 'No payment method is available for this order. Please contact us.'],
      ])
      const placed = serve('place-order', { token: one.checkout, total: totals!.gross })
      expect(await issues(placed)).to.deep.equal(['payment_method_id MISSING'])
    } finally {
      for (const { id } of methods) await app.write('payment-method', { published: true }, { id })
    }
  })

  it('taxes by where the goods go, not by who pays', async () => {
    const french = { ...home(shop), country_id: shop.france, city: 'Paris' }
    const one = await change(await readyCheckout(app, shop), { billing: french, delivery: home(shop) })
    expect(one.totals!.rates.map(({ rate }) => rate)).to.deep.equal([21])
    const there = await change(one, { same_address: true })
    expect(there.delivery!.city).to.equal('Paris')
    expect(there.totals!.rates.map(({ rate }) => rate)).to.deep.equal([20])
  })

  it('judges addresses by the rules of the entity, under the name that they were sent by', async () => {
    const one = await opened()
    const refused = [
      [
        { billing: { city: 'Ghent' } },
        ['billing.country_id REQUIRED', 'billing.last_name NAME_REQUIRED', 'billing.line1 REQUIRED'],
      ],
      [{ billing: { ...home(shop), line1: '   ', city: '\t\u00a0' } }, ['billing.city REQUIRED', 'billing.line1 REQUIRED']],
      [{ billing: { ...home(shop), stret: 'x' } }, ['billing.stret UNKNOWN_FIELD']],
      [{ delivery: { ...home(shop), city: 'x'.repeat(300) } }, ['delivery.city TOO_LONG']],
      [{ billing: { ...home(shop), country_id: 999_999 } }, ['billing.country_id UNKNOWN_REFERENCE']],
      [{ billing: { ...home(shop), customer_id: 1 } }, ['billing.customer_id UNKNOWN_FIELD']],
      [{ email: 'nobody' }, ['email INVALID_VALUE']],
      [{ vat_id: 'BE0123' }, ['vat_id INVALID_VALUE']],
      [{ billing: home(shop), billing_address_id: 1 }, ['billing INVALID_VALUE']],
    ] as const
    for (const [answers, expected] of refused) {
      expect([...(await issues(change(one, answers)))].sort(), JSON.stringify(answers).slice(0, 80)).to.deep.equal([...expected])
    }
    const told = async (field: string): Promise<string> =>
      (await failure(change(one, { billing: { ...home(shop), [field]: 'x' } }))).message
    expect(await told('citty')).to.include("Did you mean 'city'?")
    expect(await told('postcode')).to.match(/of an address\. Known: .*line1, .*zip, city, /)
    expect((await serve('read-checkout', { token: one.checkout })).billing).to.equal(null)
  })

  it('takes no state of another country, whose taxes are lower', async () => {
    const state_id = (await app.write('state', { country_id: shop.france, name: 'Free port' })).id
    const one = await opened()
    expect(await issues(change(one, { billing: { ...home(shop), state_id } }))).to.deep.equal(['billing.state_id NOT_WITHIN'])
  })

  it("finds an account's own data in it, and takes its addresses by their ids, but nobody else's", async () => {
    const shopper = await createAccount(app, 'grace@example.org')
    const foreign = await createAccount(app, 'mallory@example.org')
    const { customerId: customer_id } = shopper
    const own = { ...home(shop), customer_id, is_default_billing: true }
    await app.write('address', own)
    const second = (await app.write('address', { ...home(shop), customer_id, line1: 'Works' })).id
    const theirs = (await app.write('address', { ...home(shop), customer_id: foreign.customerId })).id
    const one = await opened({ shopper })
    expect(one).to.include({ email: 'grace@example.org', account: true })
    expect(one.billing!.line1).to.equal('Main street 1')
    expect(missing(one)).to.deep.equal(['terms_agreed'])
    const changed = await change(one, { delivery_address_id: second }, { shopper })
    expect(changed.delivery!.line1).to.equal('Works')
    expect(await issues(change(one, { delivery_address_id: theirs }, { shopper }))).to.deep.equal(['delivery_address_id UNKNOWN'])
    for (const other of [asGuest, { shopper: foreign }]) {
      expect((await failure(serve('read-checkout', { token: one.checkout }, other))).message).to.contain('no checkout')
      expect((await failure(change(one, { note: 'mine' }, other))).message).to.contain('no checkout')
      expect((await failure(serve('open-checkout', { token: one.cart }, other))).message).to.contain('no cart')
    }
  })

  it('asks for no delivery where the shop delivers nothing', async () => {
    await app.write('settings', { disable_delivery: true }, { id: 1 })
    try {
      const one = await readyCheckout(app, shop)
      expect(one).to.deep.include({ asks_for_delivery: false, shipping_methods: [], delivery: null, missing: [] })
      expect(one.totals).to.deep.include({ net: 100, delivery: null })
      expect(await issues(change(one, { shipping_method_id: shop.parcel }))).to.deep.equal(['shipping_method_id NOT_OFFERED'])
    } finally {
      await app.write('settings', { disable_delivery: false }, { id: 1 })
    }
  })

  it('says what keeps the cart itself from being ordered', async () => {
    const one = await readyCheckout(app, shop)
    const first = (await app.visit({}).list('customer-group'))[0]!.id
    const sentences = async (): Promise<readonly string[]> =>
      (await serve('read-checkout', { token: one.checkout })).missing
        .filter(({ step }) => step === 'cart')
        .map(({ message }) => message)
    await app.write('product', { published: false }, { id: shop.lamp.product })
    expect(await sentences()).to.deep.equal(["'Lamp' is no longer available."])
    await app.write('product', { published: true }, { id: shop.lamp.product })
    await app.write('customer-group', { may_order: false }, { id: first })
    expect(await sentences()).to.deep.equal(['You cannot place orders here. Please contact us, or request a quote.'])
    await app.write('customer-group', { may_order: true, may_see_prices: false }, { id: first })
    const unseen = await serve('read-checkout', { token: one.checkout })
    expect(unseen.totals).to.equal(null)
    expect(unseen.missing.map(({ message }) => message)).to.deep.equal([
      'Prices are available on request only. Please request a quote.',
    ])
    await app.write('customer-group', { may_see_prices: true }, { id: first })
    expect(await sentences()).to.deep.equal([])
    await serve('remove-position', { token: one.cart, position: one.positions[0]!.id })
    expect(await sentences()).to.deep.equal(['Your cart is empty.'])
  })

  it('speaks the language of the request', async () => {
    const one = await opened()
    const german = await serve('read-checkout', { token: one.checkout }, { ...asGuest, language: 'de-DE' })
    expect(german.missing[1]!.message).to.equal('Bitte geben Sie Ihre Adresse ein.')
    const told = await serve('change-checkout', { token: one.checkout, billing: home(shop) }, { ...asGuest, language: 'de-DE' })
    expect(told).to.deep.include({ language: 'de-DE' })
    expect(told.billing!.country).to.equal('Belgien')
    expect((await serve('read-checkout', { token: one.checkout })).language).to.equal('de-DE')
  })

  it('begins the lifetime of its cart anew with each answer, to the minute', async () => {
    const one = await opened()
    const changed = async (): Promise<string> => (await serve<CartReply>('read-cart', { token: one.cart })).changed
    const first = await changed()
    await change(one, { note: 'Ring twice.' })
    expect(await changed()).to.equal(first)
    clock.time += 60_000
    await change(one, { note: 'Ring once.' })
    expect(Date.parse(await changed()) - Date.parse(first)).to.be.at.least(60_000)
    clock.time += 60_000
    const again = await serve('open-checkout', { token: one.cart })
    expect(again.checkout).to.equal(one.checkout)
    expect(Date.parse(await changed())).to.equal(clock.time)
  })

  it('ends after its lifetime, and the cart can be checked out anew', async () => {
    const shopper = await createAccount(app, 'late@example.org')
    const one = await opened({ shopper })
    clock.time += 24 * 3_600_000
    expect((await failure(serve('read-checkout', { token: one.checkout }, { shopper }))).message).to.contain('has ended')
    const another = await serve('open-checkout', { token: one.cart }, { shopper })
    expect(another.checkout).not.to.equal(one.checkout)
    expect(await serve('read-checkout', { token: another.checkout }, { shopper })).to.deep.equal(another)
  })
})
