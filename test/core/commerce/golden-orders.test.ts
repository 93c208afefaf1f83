// The golden orders through the service: carts priced in a stored shop, then placed, paid, invoiced and printed.
import { expect } from 'chai'
import { addPosition, createCart } from '../../../core/commerce/cart/service.js'
import { loadOpenCart } from '../../../core/commerce/cart/rows.js'
import { priceCart, settleCart } from '../../../core/commerce/cart/settle.js'
import { startConfiguration } from '../../../core/commerce/configuration/service.js'
import { findDeliveryOffers, findPaymentOffers } from '../../../core/commerce/checkout/offers.js'
import type { CheckoutReply } from '../../../core/commerce/checkout/define.js'
import type { QuoteReply } from '../../../core/commerce/quote/define.js'
import type { DocumentReply } from '../../../core/commerce/document/define.js'
import type { ShopperContext, ShopperRequest } from '../../../core/commerce/shopper-context.js'
import { computeUnitTotals } from '../../../core/engine/program/state.js'
import type { ReplyFile } from '../../../core/model/verb/shape.js'
import type { TaxPlace } from '../../../core/shop/destination.js'
import { payments } from '../../../plugins/payments/index.js'
import { print } from '../../../plugins/print/index.js'
import { stock } from '../../../plugins/stock/index.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { catchError } from '../../support/caught-error.js'
import { type GoldenCart, goldenGroups, type GoldenOrder, goldenShop } from '../../oracle/golden-orders.js'
import { type GoldenIds, writeGoldenShop } from '../../oracle/golden-shop.js'
import { toGoldenOrder, toGoldenReply } from '../../oracle/golden-format.js'
import { requirePdfReader, readPdfText } from '../../plugins/print/pdf-reader.js'
import { vat } from '../../../plugins/vat/index.js'

describe('golden orders in a stored shop', () => {
  let app: TestApp
  let ids: GoldenIds
  let embassies = 0

  before(async function () {
    this.timeout(60_000)
    app = await bootTestApp({ plugins: [stock, payments, print, vat({ register: null })] })
    ids = await writeGoldenShop(app)
    await app.records.write('settings', { enable_invoicing: true }, { id: 1 })
  })
  after(() => app?.stop())

  /** A customer of the group who orders for a tax-exempt party. */
  async function exempt(groupId: number): Promise<number> {
    const party = await app.records.write('party', { name: 'Embassy', kind: 'organisation', tax_exempt: true })
    const fields = { email: `embassy-${++embassies}@example.com`, customer_group_id: groupId, party_id: party.id }
    return (await app.records.write('customer', fields)).id
  }

  async function createCaller({ group, tax_exempt }: GoldenCart): Promise<ShopperRequest> {
    const customerGroupId = ids.of('customer-group', group)
    const customerId = tax_exempt ? await exempt(customerGroupId) : null
    return { shopper: { customerId, customerGroupId }, language: 'en-GB' }
  }

  async function filled(shopperContext: ShopperContext, { currency, positions }: GoldenCart): Promise<string> {
    const { cart } = await createCart(shopperContext, { currency })
    for (const { product, quantity, choose = {} } of positions) {
      const selections = Object.entries(choose).map(([name, value]) => ({
        question_id: ids.of('question', `${product}/${name}`),
        value: goldenShop.product[product]!.questions![name]!.answers
          ? String(ids.of('answer', `${product}/${name}/${value}`))
          : value,
      }))
      const started = await startConfiguration(shopperContext, { product_id: ids.of('product', product), selections })
      expect(started.refused).to.deep.equal([])
      await addPosition(shopperContext, cart, { configuration: started.configuration, quantity })
    }
    return cart
  }

  function placeOf({ destination: { country, state, county, city } }: GoldenCart): TaxPlace {
    const idOf = (entity: string, key: string | undefined): number | null => (key === undefined ? null : ids.of(entity, key))
    return {
      country_id: idOf('country', country),
      state_id: idOf('state', state),
      county_id: idOf('county', county),
      city_id: idOf('city', city),
    }
  }

  /** Adds a state without tax rates if the checkout requires a state that the cart does not have. */
  async function stateless(place: TaxPlace): Promise<TaxPlace> {
    const states = await app.shop.createContext({}).list('state', { column: 'country_id', values: [place.country_id] })
    if (place.state_id !== null || states.length === 0) return place
    const existingState = states.find(({ values }) => values['name'] === 'Elsewhere')
    const { id } = existingState ?? (await app.records.write('state', { country_id: place.country_id, name: 'Elsewhere' }))
    return { ...place, state_id: id }
  }

  async function play(cart: GoldenCart): Promise<GoldenOrder> {
    const shopperContext = await app.shop.createContext(await createCaller(cart)).at()
    const { cart: stored } = await loadOpenCart(shopperContext, await filled(shopperContext, cart))
    const whereabouts = { address: placeOf(cart), ...(cart.vat_id && { vatId: cart.vat_id }) }
    const settled = await settleCart(shopperContext, stored, whereabouts)
    const { work, shop, sold, weight } = settled
    const ways = await findDeliveryOffers(work, shop, weight)
    if (cart.offered) expect(ways.map(({ title }) => title)).to.deep.equal(cart.offered)
    const delivery = ways.find(({ title }) => title === cart.shipping)!
    const goods = priceCart(settled, { delivery: delivery.terms })!
    const payment = (await findPaymentOffers(work, shop, { goods, billingCountryId: null })).find(
      ({ title }) => title === cart.payment,
    )!
    const document = priceCart(settled, { delivery: delivery.terms, payment: payment.terms })!
    expect([document.delivery, document.payment].map((charge) => charge!.gross)).to.deep.equal([delivery.gross, payment.gross])
    const unitTotals = sold.map(({ state }) => computeUnitTotals(state))
    return toGoldenOrder(cart, document, unitTotals)
  }

  for (const { carts } of goldenGroups)
    for (const cart of carts)
      it(cart.name, async () => {
        expect(await play(cart)).to.deep.equal(cart.expected)
      })

  const verb = <T>(caller: ShopperRequest, name: string, input: object): Promise<T> =>
    app.shop.serve(name, { ...input }, caller) as Promise<T>

  /** The checkout of the cart, with all answers of the golden cart. */
  async function checkedOut(caller: ShopperRequest, cart: GoldenCart): Promise<CheckoutReply> {
    const token = await filled(app.shop.createContext(caller), cart)
    const { checkout } = await verb<CheckoutReply>(caller, 'open-checkout', { token })
    const answer = (input: object): Promise<CheckoutReply> => verb(caller, 'change-checkout', { token: checkout, ...input })
    const billing = { last_name: 'Buyer', line1: 'Road 1', zip: '1000', city: 'Town', ...(await stateless(placeOf(cart))) }
    const vat = cart.vat_id ? { vat_id: cart.vat_id } : {}
    const addressed = await answer({ email: 'buyer@example.com', billing, terms_agreed: true, ...vat })
    const shipping_method_id = addressed.shipping_methods.find(({ title }) => title === cart.shipping)!.id
    const changed = await answer({ shipping_method_id })
    return answer({ payment_method_id: changed.payment_methods.find(({ title }) => title === cart.payment)!.id })
  }

  /** The amount in English notation, without the currency symbol. */
  function formatTotal(amount: number, { currency }: DocumentReply): string {
    const digits = { minimumFractionDigits: currency.decimals, maximumFractionDigits: currency.decimals }
    return Math.abs(amount).toLocaleString('en-GB', digits)
  }

  /** A negative total cannot be ordered. */
  const canBeOrdered = ({ expected }: GoldenCart): boolean => expected.gross >= 0 && expected.recurring.gross >= 0

  it('a cart with a negative total is priced but cannot be ordered', async () => {
    const returned = goldenGroups.flatMap(({ carts }) => carts).filter((cart) => !canBeOrdered(cart))
    expect(returned).not.to.deep.equal([])
    for (const cart of returned) {
      const caller = await createCaller(cart)
      const token = await filled(app.shop.createContext(caller), cart)
      const { checkout } = await verb<CheckoutReply>(caller, 'open-checkout', { token })
      const error = await catchError(verb(caller, 'place-order', { token: checkout, total: cart.expected.gross }))
      expect(error.message).to.contain('The order total cannot be negative.')
    }
  })

  for (const { carts } of goldenGroups)
    for (const cart of carts.filter(canBeOrdered))
      it(`${cart.name}: checked out, placed, read again, paid and invoiced`, async () => {
        const caller = await createCaller(cart)
        const checkout = await checkedOut(caller, cart)
        const { expected } = cart
        const { net, tax, gross, recurring } = checkout.totals!
        expect({ net, tax, gross }).to.deep.equal({ net: expected.net, tax: expected.tax, gross: expected.gross })
        expect([recurring.net, recurring.tax, recurring.gross]).to.deep.equal(Object.values(expected.recurring))
        const agreed = { total: gross, recurring_total: recurring.gross }
        const token = checkout.checkout
        const order = await verb<DocumentReply>(caller, 'place-order', { token, ...agreed })
        expect(toGoldenReply(cart, order)).to.deep.equal(expected)
        expect(await verb(caller, 'read-order', { token })).to.deep.equal(order)
        const [{ id } = { id: 0 }] = await app.shop.createContext({}).list('sales-order', { column: 'token', values: [token] })
        await app.act('set-order-status', { order_id: id, status: 'paid' })
        expect(toGoldenReply(cart, await verb(caller, 'read-order', { token }))).to.deep.equal(expected)
        const [invoice] = await app.shop.createContext({}).list('invoice', { column: 'sales_order_id', values: [id] })
        expect(invoice!.values).to.include({ net: expected.net, tax: expected.tax, gross: expected.gross })
      })

  for (const { carts } of goldenGroups)
    for (const cart of carts.filter(canBeOrdered))
      it(`${cart.name}: quoted, sent and accepted`, async () => {
        const caller = await createCaller(cart)
        const { checkout: token } = await checkedOut(caller, cart)
        const quote = await verb<QuoteReply>(caller, 'request-checkout-quote', { token })
        const [{ id } = { id: 0 }] = await app.shop.createContext({}).list('quote', { column: 'token', values: [token] })
        await app.act('send-quote', { quote_id: id })
        const { gross, recurring, acceptance } = await verb<QuoteReply>(caller, 'read-quote', { token })
        const agreed = { total: gross, recurring_total: recurring.gross, terms_agreed: true }
        const method = acceptance!.payment_methods.find(({ title }) => title === cart.payment)
        const paying = acceptance!.asks_for_payment ? { payment_method_id: method!.id } : {}
        const order = await verb<DocumentReply>(caller, 'accept-quote', { token, ...agreed, ...paying })
        // Every payment method is free of charge for an accepted quote.
        const goods = ({ lines, discount, recurring_discount, delivery, recurring: again, weight }: GoldenOrder) => {
          return { lines, discount, recurring_discount, delivery, recurring: again, weight }
        }
        for (const reply of [quote, order]) expect(goods(toGoldenReply(cart, reply))).to.deep.equal(goods(cart.expected))
        const { payment } = cart.expected
        if (payment === null || payment.gross === 0)
          expect(order).to.include({ gross: cart.expected.gross, tax: cart.expected.tax })
      })

  describe('printed orders', () => {
    before(function () {
      requirePdfReader(this)
    })

    for (const { file, carts } of goldenGroups)
      it(`contain the same amounts: ${file}`, async function () {
        this.timeout(120_000)
        for (const cart of carts.filter(canBeOrdered)) {
          const caller = await createCaller(cart)
          const { checkout: token, totals } = await checkedOut(caller, cart)
          const agreed = { total: totals!.gross, recurring_total: totals!.recurring.gross }
          const order = await verb<DocumentReply>(caller, 'place-order', { token, ...agreed })
          const text = readPdfText((await verb<ReplyFile>(caller, 'print-order', { token })).bytes)
          const { expected } = cart
          const amounts = [
            ...[expected.gross, expected.net, expected.recurring.gross].filter((amount) => amount !== 0),
            ...expected.rates.map((rate) => rate.tax),
            ...(expected.discount ? [expected.discount.net] : []),
            ...(expected.delivery ? [order.b2b ? expected.delivery.net : expected.delivery.gross] : []),
            // A line with only a recurring price has no amount.
            ...expected.lines.map((line) => (order.b2b ? line.net_before_discount : line.gross)).filter((amount) => amount !== 0),
          ]
          for (const amount of amounts) expect(text, `${cart.name}: ${amount}`).to.contain(formatTotal(amount, order))
        }
      })
  })
})
