// The life cycle of a quote: requested at current prices, sent, and accepted at exactly these after any change of the shop.
import { expect } from 'chai'
import type { CartReply } from '../../../../core/commerce/cart/define.js'
import type { DocumentReply } from '../../../../core/commerce/document/define.js'
import type { QuoteReply, QuoteSummary } from '../../../../core/commerce/quote/define.js'
import type { ShopperRequest } from '../../../../core/commerce/shopper-context.js'
import type { StaleError, ValidationError } from '../../../../core/foundation/errors.js'
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
import {
  acceptTestQuote,
  runQuoteAction,
  requestTestQuote,
  sendTestQuote,
  readStoredQuote,
} from '../../../support/test-quotes.js'

const day = 86_400_000

/** The common part of a quote and its order: all except number, state, times and payment. */
function frozen({ lines, ...document }: DocumentReply): object {
  const copiedFields = [
    'net',
    'tax',
    'gross',
    'recurring',
    'rates',
    'discount',
    'recurring_discount',
    'delivery',
    'weight',
    'weight_unit',
  ]
  const headerFields = ['token', 'language', 'currency', 'b2b', 'email', 'phone', 'vat_id', 'note', 'shop', 'billing']
  const fields = Object.entries(document).filter(([name]) => copiedFields.includes(name) || headerFields.includes(name))
  return { ...Object.fromEntries(fields), lines: lines.map(({ id: _id, ...line }) => line) }
}

describe('quote', () => {
  const events: string[] = []
  const clock = createTestClock()
  let app: TestApp
  let shop: SellingShop

  before(async function () {
    this.timeout(60_000)
    const tell = (name: string) => (payload: object) => void events.push(`${name} ${JSON.stringify(payload)}`)
    const observers = {
      onSvcRequestQuote: tell('request'),
      onSvcSendQuote: tell('send'),
      onSvcPlaceOrder: tell('place'),
      onSvcSetStatus: tell('status'),
    }
    const watching = { name: 'watching', core: '^0.1.0', contributes: { observers } }
    app = await bootTestApp({ plugins: [...checkoutPlugins, watching], clock })
    shop = await openSellingShop(app)
  })
  after(() => app?.stop())

  const serve = <T>(verb: string, input: object, caller: ShopperRequest = guestVisitor): Promise<T> =>
    app.shop.serve(verb, { ...input }, caller) as Promise<T>
  const read = (token: string, caller: ShopperRequest = guestVisitor): Promise<QuoteReply> =>
    serve('read-quote', { token }, caller)

  it('is requested from a checkout with its totals, without a payment method, and replaces it', async () => {
    events.length = 0
    const { checkout, quote } = await requestTestQuote(app, shop, [{ quantity: 2, note: 'Hall' }])
    // 2 × 100, plus 5 for the parcel. 21 % tax: 42 + 1.05.
    expect(quote).to.include({ status: 'requested', net: 205, tax: 43.05, gross: 248.05, token: checkout.checkout })
    expect([quote.gross, quote.tax]).to.deep.equal([checkout.totals!.gross, checkout.totals!.tax])
    expect(quote).to.deep.include({
      payment: null,
      acceptance: null,
      order: null,
      revises: null,
      shows_prices: true,
      valid_until: null,
    })
    expect(quote.delivery).to.deep.equal({
      title: 'Parcel',
      net: 5,
      tax: 1.05,
      gross: 6.05,
      days: null,
      total_days: null,
      dates: null,
    })
    expect(quote.billing).to.include({ city: 'Ghent', country: 'Belgium' })
    expect(quote.lines.map(({ title, quantity, net, note }) => [title, quantity, net, note])).to.deep.equal([
      ['Lamp', 2, 200, 'Hall'],
    ])
    const { id, number, customer_id } = await readStoredQuote(app, quote.token)
    expect([number, events]).to.deep.equal([quote.number, [`request {"quoteId":${id}}`]])
    expect((await app.records.read('customer', customer_id!)).record).to.include({ email: 'ada@example.org', is_temporary: true })
    const [draft] = await app.shop.createContext({}).list('sales-order', { column: 'token', values: [quote.token] })
    expect(draft).to.equal(undefined)
    const closed: readonly (readonly [string, object])[] = [
      ['read-cart', { token: checkout.cart }],
      ['open-checkout', { token: checkout.cart }],
      ['place-order', { token: checkout.checkout, total: quote.gross }],
      ['change-configuration', { token: checkout.positions[0]!.configuration, selections: [] }],
    ]
    for (const [verb, input] of closed) expect(await catchError(serve(verb, input)), verb).to.have.property('code')
  })

  it('is returned again for a repeated request, from the checkout and from the cart', async () => {
    const { checkout, quote } = await requestTestQuote(app, shop)
    expect(await serve('request-checkout-quote', { token: checkout.checkout })).to.deep.equal(quote)
    expect(await serve('request-quote', { token: checkout.cart, email: 'else@example.org' })).to.deep.equal(quote)
    const next = await requestTestQuote(app, shop)
    expect(next.quote.number).to.equal(quote.number! + 1)
  })

  it('is requested from a cart with an e-mail address, the default delivery and optional contact data', async () => {
    const { cart } = await createFilledCart(app, shop.lamp, [{}], guestVisitor)
    const missing = (await catchError(serve('request-quote', { token: cart }))) as ValidationError
    expect(missing.issues.map(({ field, code }) => [field, code])).to.deep.equal([['email', 'MISSING']])
    const input = {
      token: cart,
      email: 'bob@example.org',
      phone: '123',
      note: 'Soon',
      billing: { ...createHomeAddress(shop), country_id: shop.france },
    }
    const quote = await serve<QuoteReply>('request-quote', input)
    // 20 % tax in France: 105 × 1.2.
    expect(quote).to.include({ email: 'bob@example.org', phone: '123', note: 'Soon', gross: 126 })
    expect(quote.billing).to.include({ country: 'France' })
  })

  it("uses the account's own addresses by default, and needs no address when it is accepted", async () => {
    const shopper = await createAccount(app, 'hopper@example.org')
    const own = { customer_id: shopper.customerId, kind: 'both', ...createHomeAddress(shop) }
    await app.records.write('address', {
      ...own,
      line1: 'Quai 1',
      city: 'Paris',
      country_id: shop.france,
      is_default_delivery: true,
    })
    await app.records.write('address', { ...own, line1: 'Office 2', is_default_billing: true })
    const request = async (address: object = {}): Promise<QuoteReply> => {
      const { cart } = await createFilledCart(app, shop.lamp, [{}], { shopper })
      return serve('request-quote', { token: cart, ...address }, { shopper })
    }
    const quote = await request()
    expect([quote.billing!.line1, quote.delivery_address!.line1]).to.deep.equal(['Office 2', 'Quai 1'])
    // 20 % tax in France: 105 × 1.2.
    expect(quote).to.include({ email: 'hopper@example.org', gross: 126 })
    await runQuoteAction(app, 'send', quote.token)
    const { acceptance } = await read(quote.token, { shopper })
    expect(acceptance).to.include({ asks_for_billing: false, asks_for_delivery: false })
    const requested = await request({ billing: { ...createHomeAddress(shop), line1: 'Elsewhere 3' } })
    expect([requested.billing!.line1, requested.delivery_address, requested.gross]).to.deep.equal(['Elsewhere 3', null, 127.05])
    await app.records.write('country', { published: false }, { id: shop.france })
    expect([(await request()).billing!.line1, (await request()).delivery_address]).to.deep.equal(['Office 2', null])
    await app.records.write('country', { published: true }, { id: shop.france })
  })

  it('is rejected for an incomplete configuration, a group without permission, an empty cart and an unknown cart', async () => {
    const open = (await serve<{ configuration: string }>('start-configuration', { product_id: shop.lamp.product })).configuration
    const { cart, positions } = await createFilledCart(app, shop.lamp, [{}], guestVisitor)
    await app.records.write('question', { required: true }, { id: shop.lamp.engraving })
    const ask = (): Promise<Error> => catchError(serve('request-quote', { token: cart, email: 'a@example.org' }))
    await serve('change-configuration', {
      token: positions[0]!.configuration,
      selections: [{ question_id: shop.lamp.engraving, value: '' }],
      confirmed: true,
    })
    expect(await ask()).to.have.nested.property('issues[0].code', 'NOT_FINISHED')
    await app.records.write('question', { required: false }, { id: shop.lamp.engraving })
    const group = (await app.shop.createContext({}).list('customer-group'))[0]!.id
    await app.records.write('customer-group', { may_request_quote: false }, { id: group })
    const refusal = await ask()
    await app.records.write('customer-group', { may_request_quote: true }, { id: group })
    expect(refusal).to.have.nested.property('issues.length', 1)
    expect(refusal).to.have.nested.property('issues[0]').that.includes({
      field: 'customer_group',
      code: 'MAY_NOT_REQUEST_QUOTE',
      message: 'You cannot request quotes here.',
    })
    // A group that may not order may still request a quote.
    await app.records.write('customer-group', { may_request_quote: true, may_order: false }, { id: group })
    expect(await serve('request-quote', { token: cart, email: 'a@example.org' })).to.include({ status: 'requested' })
    await app.records.write('customer-group', { may_order: true }, { id: group })
    const empty = (await serve<CartReply>('create-cart', {})).cart
    expect(await catchError(serve('request-quote', { token: empty, email: 'a@example.org' }))).to.have.property('issues')
    expect(await catchError(serve('request-quote', { token: open, email: 'a@example.org' }))).to.include({ code: 'NOT_FOUND' })
  })

  it('shows prices to a group that may not see prices only once it is sent', async () => {
    const group = (await app.shop.createContext({}).list('customer-group'))[0]!.id
    await app.records.write('customer-group', { may_see_prices: false }, { id: group })
    try {
      const { cart } = await createFilledCart(app, shop.lamp, [{}], guestVisitor)
      const hidden = await serve<QuoteReply>('request-quote', { token: cart, email: 'a@example.org' })
      expect(hidden).to.deep.include({ shows_prices: false, gross: 0, net: 0, rates: [] })
      expect(hidden.lines[0]).to.include({ net: 0, unit_net: 0, title: 'Lamp' })
      expect(JSON.stringify(hidden).replaceAll(hidden.token, '')).not.to.contain('100')
      await runQuoteAction(app, 'send', hidden.token)
      expect(await read(hidden.token)).to.include({ shows_prices: true, gross: 127.05 })
    } finally {
      await app.records.write('customer-group', { may_see_prices: true }, { id: group })
    }
  })

  it('rejects in the language of the request', async () => {
    const { quote } = await requestTestQuote(app, shop)
    const german = { ...guestVisitor, language: 'de-DE' }
    const early = await catchError(acceptTestQuote(app, quote, { payment_method_id: shop.transfer }, german))
    expect(early.message).to.contain('Dieses Angebot liegt noch nicht vor.')
  })

  it('is sent with its end of validity, and requires a payment method and the terms', async () => {
    const { quote } = await requestTestQuote(app, shop)
    events.length = 0
    const { quote_id } = await runQuoteAction(app, 'send', quote.token)
    expect(events).to.deep.equal([`send {"quoteId":${quote_id}}`])
    const offer = await read(quote.token)
    expect([offer.status, Date.parse(offer.valid_until!)]).to.deep.equal(['sent', clock.time + 30 * day])
    expect(offer.acceptance).to.deep.include({
      asks_for_billing: false,
      asks_for_delivery: false,
      asks_for_payment: true,
      asks_for_terms: true,
    })
    expect(offer.acceptance!.payment_methods.map(({ id }) => id)).to.include.members([shop.transfer, shop.card])
    expect((await catchError(runQuoteAction(app, 'send', quote.token))).message).to.contain(
      "has the status 'sent' and cannot change to 'sent'",
    )
  })

  it('becomes an order with its token, lines and amounts, without a surcharge for any payment method', async () => {
    const quote = await sendTestQuote(app, shop, [{ quantity: 2 }])
    events.length = 0
    const order = await acceptTestQuote(app, quote, { payment_method_id: shop.card })
    expect(frozen(order)).to.deep.equal(frozen(quote))
    expect(order).to.include({ status: 'ordered', token: quote.token, gross: 248.05 })
    // The card adds 2 % to an order, but the quoted price is fixed.
    expect(order.payment).to.deep.equal({ title: 'Card', net: 0, tax: 0, gross: 0 })
    expect([order.billing, order.delivery_address]).to.deep.equal([quote.billing, quote.billing])
    const [row] = await app.shop.createContext({}).list('sales-order', { column: 'token', values: [order.token] })
    const { id, terms_agreed, payment_method_id } = row!.values
    expect([terms_agreed === null, payment_method_id]).to.deep.equal([false, shop.card])
    expect(events).to.deep.equal([
      `status {"orderId":${String(id)},"from":"in_checkout","to":"ordered"}`,
      `place {"orderId":${String(id)},"number":"${order.number}"}`,
    ])
    const accepted = await read(quote.token)
    expect(accepted).to.deep.include({ status: 'accepted', order: order.token, acceptance: null })
    expect(await serve('read-order', { token: order.token })).to.deep.equal(order)
    expect(await acceptTestQuote(app, quote, { payment_method_id: shop.transfer })).to.deep.equal(order)
    expect(await serve('accept-quote', { token: quote.token, total: 1 })).to.deep.equal(order)
    const next = await acceptTestQuote(app, await sendTestQuote(app, shop), { payment_method_id: shop.transfer })
    expect(next.number).to.equal(order.number! + 1)
  })

  it('can be accepted if it was requested from a cart with an open checkout', async () => {
    for (const isSaved of [false, true]) {
      const { checkout: draft, cart } = await prepareCheckoutForOrder(app, shop)
      const [row] = await app.shop.createContext({}).list('sales-order', { column: 'token', values: [draft] })
      if (isSaved) await app.act('set-order-status', { order_id: row!.id, status: 'saved' })
      const { token } = await serve<QuoteReply>('request-quote', {
        token: cart,
        email: 'ada@example.org',
        billing: createHomeAddress(shop),
      })
      await runQuoteAction(app, 'send', token)
      const order = await acceptTestQuote(app, await read(token), { payment_method_id: shop.transfer })
      expect(order).to.include({ status: 'ordered', token })
      expect(await catchError(serve('read-checkout', { token: draft }))).to.have.property('code', 'NOT_FOUND')
      expect(await catchError(serve('place-order', { token: draft, total: 1 }))).to.have.property('code', 'NOT_FOUND')
    }
  })

  it('is accepted as frozen after prices, taxes, texts and currencies changed and the product was deleted', async () => {
    const other = await bootTestApp({ plugins: checkoutPlugins })
    try {
      const own = await openSellingShop(other)
      const { checkout } = await requestTestQuote(other, own, [
        { quantity: 3, selections: [{ question_id: own.lamp.colour, value: String(own.lamp.green) }] },
        { quantity: 1 },
      ])
      const quote = (await other.shop.serve('read-quote', { token: checkout.checkout }, guestVisitor)) as QuoteReply
      const before = frozen(quote)
      await runQuoteAction(other, 'send', quote.token)
      await other.records.write('product', { baseprice: 9_999, title_en_GB: 'Torch', sku: 'X' }, { id: own.lamp.product })
      await other.records.write('answer', { price: 77, title_en_GB: 'Lime' }, { id: own.lamp.green })
      for (const { id } of await other.shop.createContext({}).list('tax-rate'))
        await other.records.write('tax-rate', { rate: 7, code: 'OTHER' }, { id })
      for (const { id } of await other.shop.createContext({}).list('currency'))
        await other.records.write('currency', { symbol: '¤' }, { id })
      await other.records.write('shipping-method', { price: 50, title_en_GB: 'Lorry' }, { id: own.parcel })
      await other.records.write('store', { name: 'Sold & Gone' }, { id: 1 })
      const group = (await other.shop.createContext({}).list('customer-group'))[0]!.id
      await other.records.write(
        'customer-group',
        { discount_start_1: 0, discount_type_1: 'percentage', discount_value_1: 50 },
        { id: group },
      )
      await other.act('delete-product-deep', { id: own.lamp.product })
      const records = await other.shop.createContext({}).list('product', { column: 'id', values: [own.lamp.product] })
      expect(records).to.have.length(0)
      const offer = (await other.shop.serve('read-quote', { token: quote.token }, guestVisitor)) as QuoteReply
      expect(frozen(offer)).to.deep.equal(before)
      const order = await acceptTestQuote(other, offer, { payment_method_id: own.transfer })
      expect(frozen(order)).to.deep.equal(before)
      // Green adds 15, and its required shade 5: 3 × 120 + 100 + 5 = 465. 21 % of 360, 100 and 5: 75.6 + 21 + 1.05.
      expect([order.net, order.tax, order.gross]).to.deep.equal([465, 97.65, 562.65])
    } finally {
      await other.stop()
    }
  })

  it('requires a missing address on acceptance, and rejects one with other taxes than the quoted ones', async () => {
    const { cart } = await createFilledCart(app, shop.lamp, [{}], guestVisitor)
    const { token } = await serve<QuoteReply>('request-quote', { token: cart, email: 'a@example.org' })
    await runQuoteAction(app, 'send', token)
    const offer = await read(token)
    expect(offer.acceptance).to.include({ asks_for_billing: true, asks_for_delivery: true })
    const bare = (await catchError(serve('accept-quote', { token, total: offer.gross }))) as ValidationError
    expect(bare.issues.map(({ field, code }) => [field, code])).to.deep.equal([
      ['billing', 'MISSING'],
      ['payment_method_id', 'MISSING'],
      ['terms_agreed', 'MISSING'],
    ])
    const french = { ...createHomeAddress(shop), country_id: shop.france }
    const elsewhere = await catchError(acceptTestQuote(app, offer, { payment_method_id: shop.transfer, billing: french }))
    expect(elsewhere).to.have.nested.property('issues[0].code', 'OTHER_PLACE')
    expect(
      await catchError(acceptTestQuote(app, offer, { payment_method_id: 999_999, billing: createHomeAddress(shop) })),
    ).to.have.property('code')
    const input = { payment_method_id: shop.transfer, billing: french, delivery: createHomeAddress(shop) }
    const order = await acceptTestQuote(app, offer, input)
    expect([order.billing!.country, order.delivery_address!.country]).to.deep.equal(['France', 'Belgium'])
    const offered = await sendTestQuote(app, shop)
    const again = await catchError(
      acceptTestQuote(app, offered, { payment_method_id: shop.transfer, billing: createHomeAddress(shop) }),
    )
    expect(again).to.have.nested.property('issues[0].code', 'TOLD')
  })

  it('is accepted only for the confirmed total', async () => {
    const quote = await sendTestQuote(app, shop)
    const error = (await catchError(
      acceptTestQuote(app, { ...quote, gross: 1 }, { payment_method_id: shop.transfer }),
    )) as StaleError
    expect([error.code, error.message.includes('127.05 EUR')]).to.deep.equal(['TOTAL_CHANGED', true])
    expect(error.currentState).to.deep.equal(await read(quote.token))
    expect((await read(quote.token)).status).to.equal('sent')
  })

  it('cannot be accepted before it is sent, after it was declined, or after its end of validity', async () => {
    const { quote } = await requestTestQuote(app, shop)
    const accept = (offer: QuoteReply): Promise<Error> =>
      catchError(acceptTestQuote(app, offer, { payment_method_id: shop.transfer }))
    expect((await accept(quote)).message).to.contain('This quote is not ready yet')
    const declined = await serve<QuoteReply>('decline-quote', { token: quote.token })
    expect(declined.status).to.equal('declined')
    expect(await serve('decline-quote', { token: quote.token })).to.deep.equal(declined)
    expect((await accept(quote)).message).to.contain('was declined')
    const late = await sendTestQuote(app, shop)
    clock.time += 30 * day - 1
    expect((await read(late.token)).status).to.equal('sent')
    clock.time += 1
    const expired = await read(late.token)
    expect([expired.status, expired.acceptance]).to.deep.equal(['expired', null])
    expect((await readStoredQuote(app, late.token)).status).to.equal('sent')
    expect(await accept(late)).to.have.nested.property('issues[0].code', 'EXPIRED')
    expect((await readStoredQuote(app, late.token)).status).to.equal('expired')
    expect(await accept(late)).to.have.nested.property('issues[0].code', 'EXPIRED')
    const orders = await app.shop.createContext({}).list('sales-order', { column: 'token', values: [late.token, quote.token] })
    expect(orders).to.have.length(0)
  })

  it('copies its contents into a new cart at current prices', async () => {
    const { quote } = await requestTestQuote(app, shop, [{ quantity: 2, note: 'Hall' }])
    await serve('decline-quote', { token: quote.token })
    await app.records.write('product', { baseprice: 200 }, { id: shop.lamp.product })
    const cart = await serve<CartReply>('repeat-quote', { token: quote.token })
    await app.records.write('product', { baseprice: 100 }, { id: shop.lamp.product })
    expect(cart.positions.map(({ quantity, note, price }) => [quantity, note, price!.net])).to.deep.equal([[2, 'Hall', 400]])
    expect(cart.orderable).to.equal(true)
  })

  it('is visible only to its account, or to guests with its token; all other calls return NOT_FOUND', async () => {
    const shopper = await createAccount(app, 'owner@example.org')
    const other = await createAccount(app, 'other@example.org')
    const { quote, checkout } = await requestTestQuote(app, shop, [{}], { shopper })
    await runQuoteAction(app, 'send', quote.token)
    const offer = await read(quote.token, { shopper })
    const calls: readonly (readonly [string, object])[] = [
      ['read-quote', { token: quote.token }],
      ['accept-quote', { token: quote.token, total: quote.gross, payment_method_id: shop.transfer, terms_agreed: true }],
      ['decline-quote', { token: quote.token }],
      ['repeat-quote', { token: quote.token }],
      ['request-checkout-quote', { token: quote.token }],
      ['request-quote', { token: checkout.cart, email: 'a@example.org' }],
    ]
    const unknown = 'x'.repeat(32)
    for (const caller of [guestVisitor, { shopper: other }]) {
      for (const [verb, input] of calls) {
        expect(await catchError(serve(verb, input, caller)), verb).to.include({ code: 'NOT_FOUND' })
        expect(await catchError(serve(verb, { ...input, token: unknown }, caller)), verb).to.include({ code: 'NOT_FOUND' })
      }
    }
    expect(await read(quote.token, { shopper })).to.deep.equal(offer)
    const listed = async (callerOptions: ShopperRequest): Promise<readonly QuoteSummary[]> =>
      (await serve<{ quotes: readonly QuoteSummary[] }>('list-quotes', {}, callerOptions)).quotes
    expect((await listed({ shopper })).map(({ quote: token, gross }) => [token, gross])).to.deep.equal([[quote.token, 127.05]])
    expect(await listed({ shopper: other })).to.deep.equal([])
    expect(await catchError(listed(guestVisitor))).to.include({ code: 'AUTHENTICATION_REQUIRED' })
    const order = await acceptTestQuote(app, offer, { payment_method_id: shop.transfer }, { shopper })
    expect(await catchError(serve('read-order', { token: order.token }))).to.include({ code: 'NOT_FOUND' })
    expect(await serve('read-order', { token: order.token }, { shopper })).to.include({ status: 'ordered' })
  })
})
