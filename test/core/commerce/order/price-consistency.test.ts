// Configurator, cart, checkout, order, invoice and quote show the same price, in randomly generated shops.
import { expect } from 'chai'
import * as fc from 'fast-check'
import type { CartReply } from '../../../../core/commerce/cart/define.js'
import type { CheckoutReply } from '../../../../core/commerce/checkout/define.js'
import type { ConfigurationReply } from '../../../../core/commerce/configuration/define.js'
import type { QuoteReply } from '../../../../core/commerce/quote/define.js'
import type { DocumentReply } from '../../../../core/commerce/document/define.js'
import { toAmount } from '../../../../core/engine/money/amount.js'
import type { AmountReply } from '../../../../core/shop/price.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import {
  guestVisitor,
  checkoutPlugins,
  createHomeAddress,
  openSellingShop,
  type SellingShop,
} from '../../../support/selling-shop.js'
import { readFirstId } from '../../../support/small-shop.js'

const parts = (from: number, to: number) => fc.integer({ min: from, max: to }).map((whole) => whole / 10_000)

const shops = fc.record({
  baseprice: parts(0, 5_000_000),
  green: parts(-2_000, 900_000),
  again: fc.oneof(fc.constant(null), parts(1, 400_000)),
  rate: fc.integer({ min: 0, max: 270 }).map((tenths) => tenths / 10),
  currency: fc.constantFrom('EUR', 'JPY', 'KWD'),
  factor: parts(100, 2_000_000),
  discount: fc.oneof(
    fc.constant(null),
    fc.record({ type: fc.constantFrom('percentage', 'amount'), start: parts(0, 3_000_000), value: parts(1, 500_000) }),
  ),
  delivery: parts(0, 300_000),
  fee: fc.record({ price: parts(0, 50_000), percentage: parts(-10_000, 50_000) }),
  b2b: fc.boolean(),
  lines: fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 40 }), isGreen: fc.boolean() }), {
    minLength: 1,
    maxLength: 4,
  }),
})
type Random = typeof shops extends fc.Arbitrary<infer T> ? T : never

const sumOf = (list: readonly (AmountReply | null)[]) => ({
  net: list.reduce((sum, amount) => sum + toAmount(amount?.net ?? 0), 0),
  tax: list.reduce((sum, amount) => sum + toAmount(amount?.tax ?? 0), 0),
  gross: list.reduce((sum, amount) => sum + toAmount(amount?.gross ?? 0), 0),
})
const counted = (amount: AmountReply) => sumOf([amount])
const amounts = ({ net, tax, gross }: AmountReply) => ({ net, tax, gross })

describe('price of an order', () => {
  let app: TestApp
  let shop: SellingShop
  let group: number
  let rateId: number

  before(async function () {
    this.timeout(60_000)
    app = await bootTestApp({ plugins: checkoutPlugins })
    shop = await openSellingShop(app)
    group = await readFirstId(app.records, 'customer-group')
    const rates = await app.shop.createContext({}).list('tax-rate', { column: 'country_id', values: [shop.belgium] })
    rateId = rates[0]!.id
    await app.records.write('settings', { enable_invoicing: true }, { id: 1 })
    for (const code of ['JPY', 'KWD']) await app.records.write('currency', { published: true }, { id: await currencyId(code) })
  })
  after(() => app?.stop())

  const currencyId = async (code: string): Promise<number> =>
    (await app.shop.createContext({}).list('currency', { column: 'code', values: [code] }))[0]!.id
  const serve = <T>(verb: string, input: object): Promise<T> => app.shop.serve(verb, { ...input }, guestVisitor) as Promise<T>

  async function open(random: Random): Promise<void> {
    const { lamp } = shop
    const again = { use_recurring_pricing: random.again !== null, baseprice_recurring: random.again }
    await app.records.write('product', { baseprice: random.baseprice, ...again }, { id: lamp.product })
    await app.records.write('answer', { price: random.green }, { id: lamp.green })
    await app.records.write('tax-rate', { rate: random.rate }, { id: rateId })
    if (random.currency !== 'EUR') {
      await app.records.write('currency', { multiplicator: random.factor }, { id: await currencyId(random.currency) })
    }
    const level = random.discount ?? { type: 'percentage', start: null, value: null }
    const discount = { discount_type_1: level.type, discount_start_1: level.start, discount_value_1: level.value }
    const title = { discount_title_1_en_GB: 'Off', discount_title_1_de_DE: 'Ab' }
    await app.records.write('customer-group', { ...discount, ...title, b2b_mode: random.b2b }, { id: group })
    await app.records.write('shipping-method', { price: random.delivery }, { id: shop.courier })
    await app.records.write('payment-method', { ...random.fee }, { id: shop.card })
  }

  async function fill(lines: Random['lines'], currency: string): Promise<CartReply> {
    const { lamp } = shop
    let cart = await serve<CartReply>('create-cart', { currency })
    await serve('change-cart', { token: cart.cart, country: 'BE' })
    for (const { quantity, isGreen } of lines) {
      const colour = String(isGreen ? lamp.green : lamp.red)
      const selections = [
        { question_id: lamp.height, value: '20' },
        { question_id: lamp.colour, value: colour },
      ]
      const { configuration } = await serve<ConfigurationReply>('start-configuration', { product_id: lamp.product, selections })
      cart = await serve('add-position', { token: cart.cart, configuration, quantity })
    }
    return cart
  }

  async function checkOut({ cart }: CartReply): Promise<CheckoutReply> {
    const { checkout: token } = await serve<CheckoutReply>('open-checkout', { token: cart })
    const answers = { email: 'ada@example.org', billing: createHomeAddress(shop), terms_agreed: true }
    const checkout = await serve<CheckoutReply>('change-checkout', { token, ...answers, shipping_method_id: shop.courier })
    if (!checkout.asks_for_payment) return checkout
    return serve('change-checkout', { token, payment_method_id: shop.card })
  }

  async function order({ checkout: token, totals }: CheckoutReply): Promise<DocumentReply> {
    return serve('place-order', { token, total: totals!.gross, recurring_total: totals!.recurring.gross })
  }

  it('is the same at every step, is the sum of its lines, and does not depend on their order', async function () {
    this.timeout(300_000)
    const property = fc.asyncProperty(shops, async (random) => {
      await open(random)
      const cart = await fill(random.lines, random.currency)
      for (const { configuration, unit } of cart.positions) {
        const { price } = await serve<ConfigurationReply>('read-configuration', { token: configuration })
        expect(amounts(price!)).to.deep.equal(amounts(unit!))
      }
      const checkout = await checkOut(cart)
      expect(checkout.positions.map(({ unit, price }) => [unit, price])).to.deep.equal(
        cart.positions.map(({ unit, price }) => [unit, price]),
      )
      expect(amounts(checkout.totals!.goods)).to.deep.equal(amounts(cart.totals!))
      expect(counted(checkout.totals!)).to.deep.equal(
        sumOf([checkout.totals!.goods, checkout.totals!.delivery, checkout.totals!.payment]),
      )
      // A negative total cannot be ordered.
      if (checkout.missing.length > 0) {
        expect(checkout.totals!.gross).to.be.below(0)
        return
      }
      const placed = await order(checkout)
      const charges = [placed.delivery, placed.payment]
      expect(placed.lines.map(amounts)).to.deep.equal(cart.positions.map(({ price }) => amounts(price!)))
      for (const [index, { net_before_discount: before, net }] of placed.lines.entries())
        expect(toAmount(before) - toAmount(net)).to.equal(toAmount(cart.positions[index]!.price!.discount))
      expect(amounts(placed)).to.deep.equal(amounts(checkout.totals!))
      expect(sumOf([...placed.lines, ...charges])).to.deep.equal(counted(placed))
      expect(sumOf(placed.lines.map((line) => line.recurring))).to.deep.equal(counted(placed.recurring))
      expect(amounts(placed.recurring)).to.deep.equal(amounts(checkout.totals!.recurring))
      for (const [isAgain, whole] of [
        [false, placed],
        [true, placed.recurring],
      ] as const) {
        const rates = placed.rates.filter(({ recurring }) => recurring === isAgain)
        expect(sumOf(rates.map(({ net, tax }) => ({ net, tax, gross: 0 })))).to.include({ tax: toAmount(whole.tax) })
      }
      expect(await serve('read-order', { token: placed.token })).to.deep.equal(placed)
      const [{ id } = { id: 0 }] = await app.shop
        .createContext({})
        .list('sales-order', { column: 'token', values: [placed.token] })
      await app.act('set-order-status', { order_id: id, status: 'paid' })
      const [invoice] = await app.shop.createContext({}).list('invoice', { column: 'sales_order_id', values: [id] })
      expect(invoice!.values).to.include(amounts(placed))
      const prepared = await checkOut(await fill(random.lines, random.currency))
      const quote = await serve<QuoteReply>('request-checkout-quote', { token: prepared.checkout })
      expect(quote.lines.map(amounts)).to.deep.equal(placed.lines.map(amounts))
      expect([quote.delivery, quote.discount, quote.recurring]).to.deep.equal([
        placed.delivery && { ...placed.delivery, dates: null },
        placed.discount,
        placed.recurring,
      ])
      // The payment method is chosen when the quote is accepted, free of charge.
      expect(sumOf([...quote.lines, quote.delivery])).to.deep.equal(counted(quote))
      const [{ id: quote_id } = { id: 0 }] = await app.shop
        .createContext({})
        .list('quote', { column: 'token', values: [quote.token] })
      await app.act('send-quote', { quote_id })
      const answered = await serve<QuoteReply>('read-quote', { token: quote.token })
      const agreed = { total: answered.gross, recurring_total: answered.recurring.gross, terms_agreed: true }
      const paying = answered.acceptance!.asks_for_payment ? { payment_method_id: shop.card } : {}
      const accepted = await serve<DocumentReply>('accept-quote', { token: quote.token, ...agreed, ...paying })
      expect(accepted.lines.map(amounts)).to.deep.equal(placed.lines.map(amounts))
      for (const document of [answered, accepted])
        expect([amounts(document), document.rates]).to.deep.equal([amounts(quote), quote.rates])
      const turned = await order(await checkOut(await fill(random.lines.toReversed(), random.currency)))
      expect(amounts(turned)).to.deep.equal(amounts(placed))
      expect([turned.discount, turned.rates, turned.recurring]).to.deep.equal([placed.discount, placed.rates, placed.recurring])
    })
    await fc.assert(property, { seed: 20_261_122, numRuns: 40 })
  })
})
