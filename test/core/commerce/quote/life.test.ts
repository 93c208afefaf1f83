// The life of a quote: requested at today's prices, sent, and accepted at exactly those, whatever has become of the shop meanwhile.
import { expect } from 'chai'
import type { CartReply } from '../../../../core/commerce/cart/define.js'
import type { DocumentReply } from '../../../../core/commerce/document/define.js'
import type { QuoteReply, QuoteSummary } from '../../../../core/commerce/quote/define.js'
import type { Visitor } from '../../../../core/commerce/visit.js'
import type { StaleError, ValidationError } from '../../../../core/foundation/errors.js'
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
import { accepting, actOn, requestedQuote, sentQuote, storedQuote } from '../../../support/quoting.js'

const day = 86_400_000

/** What a quote and its order have in common: all but whose number, state and time it is, and how it is paid. */
function frozen({ lines, ...document }: DocumentReply): object {
  const kept = [
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
  const said = ['token', 'language', 'currency', 'b2b', 'email', 'phone', 'vat_id', 'note', 'shop', 'billing']
  const fields = Object.entries(document).filter(([name]) => kept.includes(name) || said.includes(name))
  return { ...Object.fromEntries(fields), lines: lines.map(({ id: _id, ...line }) => line) }
}

describe('a quote', () => {
  const told: string[] = []
  const clock = createTestClock()
  let app: TestApp
  let shop: SellingShop

  before(async function () {
    this.timeout(60_000)
    const tell = (name: string) => (payload: object) => void told.push(`${name} ${JSON.stringify(payload)}`)
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

  const serve = <T>(verb: string, input: object, visitor: Visitor = asGuest): Promise<T> =>
    app.serve(verb, { ...input }, visitor) as Promise<T>
  const read = (token: string, visitor: Visitor = asGuest): Promise<QuoteReply> => serve('read-quote', { token }, visitor)

  it('is requested from a checkout with what that came to, without a way of paying, and takes its place', async () => {
    told.length = 0
    const { checkout, quote } = await requestedQuote(app, shop, [{ quantity: 2, note: 'Hall' }])
    // 2 × 100 and 5 for the parcel, 21 % on both: 42 + 1.05.
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
    expect(quote.delivery).to.deep.equal({ title: 'Parcel', net: 5, tax: 1.05, gross: 6.05, days: null })
    expect(quote.billing).to.include({ city: 'Ghent', country: 'Belgium' })
    expect(quote.lines.map(({ title, quantity, net, note }) => [title, quantity, net, note])).to.deep.equal([
      ['Lamp', 2, 200, 'Hall'],
    ])
    const { id, number, customer_id } = await storedQuote(app, quote.token)
    expect([number, told]).to.deep.equal([quote.number, [`request {"quoteId":${id}}`]])
    expect((await app.read('customer', customer_id!)).record).to.include({ email: 'ada@example.org', is_temporary: true })
    const [draft] = await app.visit({}).list('sales-order', { column: 'token', values: [quote.token] })
    expect(draft).to.equal(undefined)
    const closed: readonly (readonly [string, object])[] = [
      ['read-cart', { token: checkout.cart }],
      ['open-checkout', { token: checkout.cart }],
      ['place-order', { token: checkout.checkout, total: quote.gross }],
      ['change-configuration', { token: checkout.positions[0]!.configuration, selections: [] }],
    ]
    for (const [verb, input] of closed) expect(await failure(serve(verb, input)), verb).to.have.property('code')
  })

  it('is the same one for whoever asks again, from the checkout and from the cart', async () => {
    const { checkout, quote } = await requestedQuote(app, shop)
    expect(await serve('request-checkout-quote', { token: checkout.checkout })).to.deep.equal(quote)
    expect(await serve('request-quote', { token: checkout.cart, email: 'else@example.org' })).to.deep.equal(quote)
    const next = await requestedQuote(app, shop)
    expect(next.quote.number).to.equal(quote.number! + 1)
  })

  it('is requested from a cart by who names an e-mail, with the default delivery and what else he tells', async () => {
    const { cart } = await filledCart(app, shop.lamp, [{}], asGuest)
    const missing = (await failure(serve('request-quote', { token: cart }))) as ValidationError
    expect(missing.issues.map(({ field, code }) => [field, code])).to.deep.equal([['email', 'MISSING']])
    const input = {
      token: cart,
      email: 'bob@example.org',
      phone: '123',
      note: 'Soon',
      billing: { ...home(shop), country_id: shop.france },
    }
    const quote = await serve<QuoteReply>('request-quote', input)
    // 20 % in France: 105 × 1.2.
    expect(quote).to.include({ email: 'bob@example.org', phone: '123', note: 'Soon', gross: 126 })
    expect(quote.billing).to.include({ country: 'France' })
  })

  it("has the account's own addresses where none is told, and asks for none again when it is accepted", async () => {
    const shopper = await createAccount(app, 'hopper@example.org')
    const own = { customer_id: shopper.customerId, kind: 'both', ...home(shop) }
    await app.write('address', { ...own, line1: 'Quai 1', city: 'Paris', country_id: shop.france, is_default_delivery: true })
    await app.write('address', { ...own, line1: 'Office 2', is_default_billing: true })
    const request = async (told: object = {}): Promise<QuoteReply> => {
      const { cart } = await filledCart(app, shop.lamp, [{}], { shopper })
      return serve('request-quote', { token: cart, ...told }, { shopper })
    }
    const quote = await request()
    expect([quote.billing!.line1, quote.delivery_address!.line1]).to.deep.equal(['Office 2', 'Quai 1'])
    // 20 % in France: 105 × 1.2.
    expect(quote).to.include({ email: 'hopper@example.org', gross: 126 })
    await actOn(app, 'send', quote.token)
    const { acceptance } = await read(quote.token, { shopper })
    expect(acceptance).to.include({ asks_for_billing: false, asks_for_delivery: false })
    const told = await request({ billing: { ...home(shop), line1: 'Elsewhere 3' } })
    expect([told.billing!.line1, told.delivery_address, told.gross]).to.deep.equal(['Elsewhere 3', null, 127.05])
    await app.write('country', { published: false }, { id: shop.france })
    expect([(await request()).billing!.line1, (await request()).delivery_address]).to.deep.equal(['Office 2', null])
    await app.write('country', { published: true }, { id: shop.france })
  })

  it('is refused where something is missing, where the group has no right, and for what was ordered', async () => {
    const open = (await serve<{ configuration: string }>('start-configuration', { product_id: shop.lamp.product })).configuration
    const { cart, positions } = await filledCart(app, shop.lamp, [{}], asGuest)
    await app.write('question', { required: true }, { id: shop.lamp.engraving })
    const ask = (): Promise<Error> => failure(serve('request-quote', { token: cart, email: 'a@example.org' }))
    await serve('change-configuration', {
      token: positions[0]!.configuration,
      selections: [{ question_id: shop.lamp.engraving, value: '' }],
      confirmed: true,
    })
    expect(await ask()).to.have.nested.property('issues[0].code', 'NOT_FINISHED')
    await app.write('question', { required: false }, { id: shop.lamp.engraving })
    const group = (await app.visit({}).list('customer-group'))[0]!.id
    await app.write('customer-group', { may_request_quote: false }, { id: group })
    expect(await ask()).to.deep.include({
      code: 'VALIDATION_FAILED',
      issues: [
        {
          field: 'customer_group',
          code: 'MAY_NOT_REQUEST_QUOTE',
          message: 'You cannot request quotes here.',
        },
      ],
    })
    // Who may not order may ask for a quote all the same.
    await app.write('customer-group', { may_request_quote: true, may_order: false }, { id: group })
    expect(await serve('request-quote', { token: cart, email: 'a@example.org' })).to.include({ status: 'requested' })
    await app.write('customer-group', { may_order: true }, { id: group })
    const empty = (await serve<CartReply>('create-cart', {})).cart
    expect(await failure(serve('request-quote', { token: empty, email: 'a@example.org' }))).to.have.property('issues')
    expect(await failure(serve('request-quote', { token: open, email: 'a@example.org' }))).to.include({ code: 'NOT_FOUND' })
  })

  it('tells its prices to those who see none once it is sent', async () => {
    const group = (await app.visit({}).list('customer-group'))[0]!.id
    await app.write('customer-group', { may_see_prices: false }, { id: group })
    try {
      const { cart } = await filledCart(app, shop.lamp, [{}], asGuest)
      const hidden = await serve<QuoteReply>('request-quote', { token: cart, email: 'a@example.org' })
      expect(hidden).to.deep.include({ shows_prices: false, gross: 0, net: 0, rates: [] })
      expect(hidden.lines[0]).to.include({ net: 0, unit_net: 0, title: 'Lamp' })
      expect(JSON.stringify(hidden).replaceAll(hidden.token, '')).not.to.contain('100')
      await actOn(app, 'send', hidden.token)
      expect(await read(hidden.token)).to.include({ shows_prices: true, gross: 127.05 })
    } finally {
      await app.write('customer-group', { may_see_prices: true }, { id: group })
    }
  })

  it('refuses in the language of who asks', async () => {
    const { quote } = await requestedQuote(app, shop)
    const german = { ...asGuest, language: 'de-DE' }
    const early = await failure(accepting(app, quote, { payment_method_id: shop.transfer }, german))
    expect(early.message).to.contain('Dieses Angebot liegt noch nicht vor.')
  })

  it('is sent with the time until which it holds, and asks for a way of paying and the terms', async () => {
    const { quote } = await requestedQuote(app, shop)
    told.length = 0
    const { quote_id } = await actOn(app, 'send', quote.token)
    expect(told).to.deep.equal([`send {"quoteId":${quote_id}}`])
    const sent = await read(quote.token)
    expect([sent.status, Date.parse(sent.valid_until!)]).to.deep.equal(['sent', clock.time + 30 * day])
    expect(sent.acceptance).to.deep.include({
      asks_for_billing: false,
      asks_for_delivery: false,
      asks_for_payment: true,
      asks_for_terms: true,
    })
    expect(sent.acceptance!.payment_methods.map(({ id }) => id)).to.include.members([shop.transfer, shop.card])
    expect((await failure(actOn(app, 'send', quote.token))).message).to.contain("is 'sent' and cannot become 'sent'")
  })

  it('becomes an order with its token, lines and amounts, and costs nothing more by whichever way of paying', async () => {
    const quote = await sentQuote(app, shop, [{ quantity: 2 }])
    told.length = 0
    const order = await accepting(app, quote, { payment_method_id: shop.card })
    expect(frozen(order)).to.deep.equal(frozen(quote))
    expect(order).to.include({ status: 'ordered', token: quote.token, gross: 248.05 })
    // The card adds 2 % to an order; the quoted price holds.
    expect(order.payment).to.deep.equal({ title: 'Card', net: 0, tax: 0, gross: 0 })
    expect([order.billing, order.delivery_address]).to.deep.equal([quote.billing, quote.billing])
    const [row] = await app.visit({}).list('sales-order', { column: 'token', values: [order.token] })
    const { id, terms_agreed, payment_method_id } = row!.values
    expect([terms_agreed === null, payment_method_id]).to.deep.equal([false, shop.card])
    expect(told).to.deep.equal([
      `status {"orderId":${String(id)},"from":"in_checkout","to":"ordered"}`,
      `place {"orderId":${String(id)},"number":"${order.number}"}`,
    ])
    const accepted = await read(quote.token)
    expect(accepted).to.deep.include({ status: 'accepted', order: order.token, acceptance: null })
    expect(await serve('read-order', { token: order.token })).to.deep.equal(order)
    expect(await accepting(app, quote, { payment_method_id: shop.transfer })).to.deep.equal(order)
    expect(await serve('accept-quote', { token: quote.token, total: 1 })).to.deep.equal(order)
    const next = await accepting(app, await sentQuote(app, shop), { payment_method_id: shop.transfer })
    expect(next.number).to.equal(order.number! + 1)
  })

  it('accepts a quote requested from a cart whose checkout was opened before', async () => {
    for (const isSaved of [false, true]) {
      const { checkout: draft, cart } = await readyCheckout(app, shop)
      const [row] = await app.visit({}).list('sales-order', { column: 'token', values: [draft] })
      if (isSaved) await app.act('set-order-status', { order_id: row!.id, status: 'saved' })
      const { token } = await serve<QuoteReply>('request-quote', { token: cart, email: 'ada@example.org', billing: home(shop) })
      await actOn(app, 'send', token)
      const order = await accepting(app, await read(token), { payment_method_id: shop.transfer })
      expect(order).to.include({ status: 'ordered', token })
      expect(await failure(serve('read-checkout', { token: draft }))).to.have.property('code', 'NOT_FOUND')
      expect(await failure(serve('place-order', { token: draft, total: 1 }))).to.have.property('code', 'NOT_FOUND')
    }
  })

  it('is accepted as it was frozen after every price, tax, text and currency changed and its product was deleted', async () => {
    const other = await bootTestApp({ plugins: checkoutPlugins })
    try {
      const own = await openSellingShop(other)
      const { checkout } = await requestedQuote(other, own, [
        { quantity: 3, selections: [{ question_id: own.lamp.colour, value: String(own.lamp.green) }] },
        { quantity: 1 },
      ])
      const quote = (await other.serve('read-quote', { token: checkout.checkout }, asGuest)) as QuoteReply
      const before = frozen(quote)
      await actOn(other, 'send', quote.token)
      await other.write('product', { baseprice: 9_999, title_en_GB: 'Torch', sku: 'X' }, { id: own.lamp.product })
      await other.write('answer', { price: 77, title_en_GB: 'Lime' }, { id: own.lamp.green })
      for (const { id } of await other.visit({}).list('tax-rate'))
        await other.write('tax-rate', { rate: 7, code: 'OTHER' }, { id })
      for (const { id } of await other.visit({}).list('currency')) await other.write('currency', { symbol: '¤' }, { id })
      await other.write('shipping-method', { price: 50, title_en_GB: 'Lorry' }, { id: own.parcel })
      await other.write('store', { name: 'Sold & Gone' }, { id: 1 })
      const group = (await other.visit({}).list('customer-group'))[0]!.id
      await other.write(
        'customer-group',
        { discount_start_1: 0, discount_type_1: 'percentage', discount_value_1: 50 },
        { id: group },
      )
      await other.act('delete-product-deep', { id: own.lamp.product })
      const records = await other.visit({}).list('product', { column: 'id', values: [own.lamp.product] })
      expect(records).to.have.length(0)
      const sent = (await other.serve('read-quote', { token: quote.token }, asGuest)) as QuoteReply
      expect(frozen(sent)).to.deep.equal(before)
      const order = await accepting(other, sent, { payment_method_id: own.transfer })
      expect(frozen(order)).to.deep.equal(before)
      // Green adds 15, and the shade that it asks for 5: 3 × 120 + 100 + 5 = 465; 21 % of 360, 100 and 5 are 75.6 + 21 + 1.05.
      expect([order.net, order.tax, order.gross]).to.deep.equal([465, 97.65, 562.65])
    } finally {
      await other.stop()
    }
  })

  it('asks for the address that it was not told, and refuses one with other taxes than it was priced for', async () => {
    const { cart } = await filledCart(app, shop.lamp, [{}], asGuest)
    const { token } = await serve<QuoteReply>('request-quote', { token: cart, email: 'a@example.org' })
    await actOn(app, 'send', token)
    const sent = await read(token)
    expect(sent.acceptance).to.include({ asks_for_billing: true, asks_for_delivery: true })
    const bare = (await failure(serve('accept-quote', { token, total: sent.gross }))) as ValidationError
    expect(bare.issues.map(({ field, code }) => [field, code])).to.deep.equal([
      ['billing', 'MISSING'],
      ['payment_method_id', 'MISSING'],
      ['terms_agreed', 'MISSING'],
    ])
    const french = { ...home(shop), country_id: shop.france }
    const elsewhere = await failure(accepting(app, sent, { payment_method_id: shop.transfer, billing: french }))
    expect(elsewhere).to.have.nested.property('issues[0].code', 'OTHER_PLACE')
    expect(await failure(accepting(app, sent, { payment_method_id: 999_999, billing: home(shop) }))).to.have.property('code')
    const input = { payment_method_id: shop.transfer, billing: french, delivery: home(shop) }
    const order = await accepting(app, sent, input)
    expect([order.billing!.country, order.delivery_address!.country]).to.deep.equal(['France', 'Belgium'])
    const told = await sentQuote(app, shop)
    const again = await failure(accepting(app, told, { payment_method_id: shop.transfer, billing: home(shop) }))
    expect(again).to.have.nested.property('issues[0].code', 'TOLD')
  })

  it('is accepted for the total that was seen, and for no other', async () => {
    const quote = await sentQuote(app, shop)
    const error = (await failure(accepting(app, { ...quote, gross: 1 }, { payment_method_id: shop.transfer }))) as StaleError
    expect([error.code, error.message.includes('127.05 EUR')]).to.deep.equal(['TOTAL_CHANGED', true])
    expect(error.currentState).to.deep.equal(await read(quote.token))
    expect((await read(quote.token)).status).to.equal('sent')
  })

  it('is not accepted before it is sent, after it was declined, and after its time', async () => {
    const { quote } = await requestedQuote(app, shop)
    const accept = (one: QuoteReply): Promise<Error> => failure(accepting(app, one, { payment_method_id: shop.transfer }))
    expect((await accept(quote)).message).to.contain('This quote is not ready yet')
    const declined = await serve<QuoteReply>('decline-quote', { token: quote.token })
    expect(declined.status).to.equal('declined')
    expect(await serve('decline-quote', { token: quote.token })).to.deep.equal(declined)
    expect((await accept(quote)).message).to.contain('was declined')
    const late = await sentQuote(app, shop)
    clock.time += 30 * day - 1
    expect((await read(late.token)).status).to.equal('sent')
    clock.time += 1
    const shown = await read(late.token)
    expect([shown.status, shown.acceptance]).to.deep.equal(['expired', null])
    expect((await storedQuote(app, late.token)).status).to.equal('sent')
    expect(await accept(late)).to.have.nested.property('issues[0].code', 'EXPIRED')
    expect((await storedQuote(app, late.token)).status).to.equal('expired')
    expect(await accept(late)).to.have.nested.property('issues[0].code', 'EXPIRED')
    const orders = await app.visit({}).list('sales-order', { column: 'token', values: [late.token, quote.token] })
    expect(orders).to.have.length(0)
  })

  it('gives copies of what is in it back into a new cart, at the prices of then', async () => {
    const { quote } = await requestedQuote(app, shop, [{ quantity: 2, note: 'Hall' }])
    await serve('decline-quote', { token: quote.token })
    await app.write('product', { baseprice: 200 }, { id: shop.lamp.product })
    const cart = await serve<CartReply>('repeat-quote', { token: quote.token })
    await app.write('product', { baseprice: 100 }, { id: shop.lamp.product })
    expect(cart.positions.map(({ quantity, note, price }) => [quantity, note, price!.net])).to.deep.equal([[2, 'Hall', 400]])
    expect(cart.orderable).to.equal(true)
  })

  it("is its account's alone: another's, and a guest's for who lacks the token, is not there, and nothing changes", async () => {
    const shopper = await createAccount(app, 'owner@example.org')
    const other = await createAccount(app, 'other@example.org')
    const { quote, checkout } = await requestedQuote(app, shop, [{}], { shopper })
    await actOn(app, 'send', quote.token)
    const sent = await read(quote.token, { shopper })
    const calls: readonly (readonly [string, object])[] = [
      ['read-quote', { token: quote.token }],
      ['accept-quote', { token: quote.token, total: quote.gross, payment_method_id: shop.transfer, terms_agreed: true }],
      ['decline-quote', { token: quote.token }],
      ['repeat-quote', { token: quote.token }],
      ['request-checkout-quote', { token: quote.token }],
      ['request-quote', { token: checkout.cart, email: 'a@example.org' }],
    ]
    const unknown = 'x'.repeat(32)
    for (const visitor of [asGuest, { shopper: other }]) {
      for (const [verb, input] of calls) {
        expect(await failure(serve(verb, input, visitor)), verb).to.include({ code: 'NOT_FOUND' })
        expect(await failure(serve(verb, { ...input, token: unknown }, visitor)), verb).to.include({ code: 'NOT_FOUND' })
      }
    }
    expect(await read(quote.token, { shopper })).to.deep.equal(sent)
    const listed = async (visitor: Visitor): Promise<readonly QuoteSummary[]> =>
      (await serve<{ quotes: readonly QuoteSummary[] }>('list-quotes', {}, visitor)).quotes
    expect((await listed({ shopper })).map(({ quote: token, gross }) => [token, gross])).to.deep.equal([[quote.token, 127.05]])
    expect(await listed({ shopper: other })).to.deep.equal([])
    expect(await failure(listed(asGuest))).to.include({ code: 'AUTHENTICATION_REQUIRED' })
    const order = await accepting(app, sent, { payment_method_id: shop.transfer }, { shopper })
    expect(await failure(serve('read-order', { token: order.token }))).to.include({ code: 'NOT_FOUND' })
    expect(await serve('read-order', { token: order.token }, { shopper })).to.include({ status: 'ordered' })
  })
})
