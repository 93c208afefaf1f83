// Quotes handled by the shop's staff: prepared, sent, declined and revised by command or in process, and by no tool.
import { expect } from 'chai'
import type { DocumentReply } from '../../../core/commerce/document/define.js'
import type { QuoteReply } from '../../../core/commerce/quote/define.js'
import type { LineTrace } from '../../../core/commerce/document/freeze.js'
import type { ValidationError } from '../../../core/foundation/errors.js'
import { addDays, dayOf, startOfDay } from '../../../core/foundation/clock.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import {
  guestVisitor,
  checkoutPlugins,
  createHomeAddress,
  openSellingShop,
  type SellingShop,
} from '../../support/selling-shop.js'
import { createTestClock } from '../../support/clock.js'
import { createFilledCart } from '../../support/filled-cart.js'
import { catchError } from '../../support/caught-error.js'
import { acceptTestQuote, runQuoteAction, requestTestQuote, sendTestQuote, readStoredQuote } from '../../support/test-quotes.js'

const day = 86_400_000

describe('quote actions', () => {
  const clock = createTestClock()
  let app: TestApp
  let shop: SellingShop

  before(async function () {
    this.timeout(60_000)
    app = await bootTestApp({ plugins: checkoutPlugins, clock })
    shop = await openSellingShop(app)
  })
  after(() => app?.stop())

  const read = async (token: string): Promise<QuoteReply> =>
    (await app.shop.serve('read-quote', { token }, guestVisitor)) as QuoteReply
  const codes = async (promise: Promise<unknown>): Promise<readonly string[]> =>
    ((await catchError(promise)) as ValidationError).issues.map(({ field }) => field)
  const amounts = ({ net, tax, gross }: DocumentReply): readonly number[] => [net, tax, gross]

  it('are commands and in-process calls that require orders:write, and are not offered as tools', () => {
    for (const name of ['prepare-quote', 'send-quote', 'decline-quote', 'revise-quote']) {
      const command = `svc:quote:${name.replace('-quote', '')}`
      expect(app.context.registry.actions.get(name)).to.deep.include({ command, tool: false, needs: { all: ['orders:write'] } })
    }
  })

  it('prepare-quote: distributes a discount amount over the lines in proportion, at the prices of the request', async () => {
    const { quote } = await requestTestQuote(app, shop, [{ quantity: 2 }, { quantity: 1 }])
    // 200 + 100, plus 5 for the parcel. Tax: 42 + 21 + 1.05.
    expect(amounts(quote)).to.deep.equal([305, 64.05, 369.05])
    await app.records.write('product', { baseprice: 500 }, { id: shop.lamp.product })
    await app.records.write('shipping-method', { price: 50 }, { id: shop.parcel })
    const outcome = await runQuoteAction(app, 'prepare', quote.token, { discount_net: 50, discount_title: 'Project' })
    await app.records.write('product', { baseprice: 100 }, { id: shop.lamp.product })
    await app.records.write('shipping-method', { price: 5 }, { id: shop.parcel })
    // The first line bears 50 × 200 ÷ 300 = 33.33, the second 16.67. Net 166.67 and 83.33, tax 35.00 and 17.50.
    expect(outcome).to.deep.include({ status: 'requested', discount_net: 50, net: 255, tax: 53.55, gross: 308.55 })
    const prepared = await read(quote.token)
    expect(prepared.discount).to.deep.equal({ title: 'Project', net: 50 })
    expect(prepared.lines.map((line) => [line.net_before_discount, line.net, line.tax, line.gross])).to.deep.equal([
      [200, 166.67, 35, 201.67],
      [100, 83.33, 17.5, 100.83],
    ])
    expect(prepared.rates).to.deep.equal([{ ...quote.rates[0], net: 255, tax: 53.55 }])
    expect(prepared.delivery).to.deep.equal(quote.delivery)
    const { id } = await readStoredQuote(app, quote.token)
    const [line] = await app.shop.createContext({}).list('quote-line', { column: 'quote_id', values: [id] })
    const { gross } = line!.values['trace'] as LineTrace
    expect(gross.amount).to.equal(201.67)
    expect(gross.parts!.map(({ kind, amount }) => [kind, amount])).to.deep.equal([
      ['conversion', 200],
      ['discount', -33.33],
      ['tax', 35],
    ])
    await runQuoteAction(app, 'send', quote.token)
    const order = await acceptTestQuote(app, await read(quote.token), { payment_method_id: shop.card })
    expect(amounts(order)).to.deep.equal([255, 53.55, 308.55])
    expect(order.discount).to.deep.equal({ title: 'Project', net: 50 })
  })

  it("prepare-quote: replaces the customer group's discount by a percentage, and restores it at 0 percent", async () => {
    const group = (await app.shop.createContext({}).list('customer-group'))[0]!.id
    const level = { discount_start_1: 0, discount_type_1: 'percentage', discount_value_1: 10, discount_title_1_en_GB: 'Members' }
    await app.records.write('customer-group', level, { id: group })
    const { quote } = await requestTestQuote(app, shop)
    await app.records.write('customer-group', { discount_value_1: 0 }, { id: group })
    expect([quote.discount, quote.net]).to.deep.equal([{ title: 'Members', net: 10 }, 95])
    expect(await runQuoteAction(app, 'prepare', quote.token, { discount_percent: 12.5 })).to.include({
      discount_net: 12.5,
      net: 92.5,
    })
    await runQuoteAction(app, 'prepare', quote.token, { discount_title: 'Fair' })
    expect((await read(quote.token)).discount).to.deep.equal({ title: 'Fair', net: 12.5 })
    expect(await runQuoteAction(app, 'prepare', quote.token, { discount_percent: 0 })).to.include({ discount_net: 10, net: 95 })
    const back = await read(quote.token)
    expect({ ...back, answer: '' }).to.deep.equal(quote)
  })

  it("prepare-quote: calculates in the quote's currency at the factor of its day, and keeps recurring amounts", async () => {
    const yen = (await app.shop.createContext({}).list('currency', { column: 'code', values: ['JPY'] }))[0]!.id
    await app.records.write('currency', { symbol: '¥', decimals: 0, multiplicator: 160.5, published: true }, { id: yen })
    await app.records.write('product', { use_recurring_pricing: true, baseprice_recurring: 10 }, { id: shop.lamp.product })
    const { cart } = await createFilledCart(app, shop.lamp, [{}], guestVisitor, { currency: 'JPY' })
    const input = { token: cart, email: 'a@example.org', billing: createHomeAddress(shop) }
    const { token, gross } = (await app.shop.serve('request-quote', input, guestVisitor)) as QuoteReply
    // Net 100 × 160.5 = 16050 and 5 × 160.5 = 802.5, rounded to 803. Tax 21 %: 3370.5 and 168.63, rounded to 3371 and 169.
    expect(gross).to.equal(16_050 + 803 + 3_371 + 169)
    await app.records.write('currency', { multiplicator: 200 }, { id: yen })
    await app.records.write('product', { use_recurring_pricing: false }, { id: shop.lamp.product })
    expect(await codes(runQuoteAction(app, 'prepare', token, { discount_net: 999.5 }))).to.deep.equal(['discount_net'])
    // Net 16050 − 1000 = 15050, tax 21 % = 3160.5, rounded to 3161. Delivery: net 500, tax 105.
    const granted = { discount_net: 1_000, discount_title: 'Fair', delivery_net: 500 }
    expect(await runQuoteAction(app, 'prepare', token, granted)).to.include({ net: 15_550, tax: 3_266, gross: 18_816 })
    await runQuoteAction(app, 'send', token)
    const quote = await read(token)
    // 10 × 160.5 = 1605. 21 % of it is 337.05.
    expect(quote.recurring).to.deep.equal({ net: 1_605, tax: 337, gross: 1_942 })
    const agreed = { token, terms_agreed: true, payment_method_id: shop.card, total: 18_816 }
    expect((await catchError(app.shop.serve('accept-quote', agreed, guestVisitor))).message).to.contain(
      'plus 1942 JPY per billing period',
    )
    const order = await acceptTestQuote(app, quote, { payment_method_id: shop.card })
    expect([order.gross, order.recurring.gross, order.currency.code]).to.deep.equal([18_816, 1_942, 'JPY'])
  })

  it('prepare-quote: sets another delivery price, and adds a delivery to a quote without one', async () => {
    const { quote } = await requestTestQuote(app, shop)
    await runQuoteAction(app, 'prepare', quote.token, {
      delivery_net: 12.34,
      delivery_title: 'By hand',
      answer: 'We come ourselves.',
    })
    const prepared = await read(quote.token)
    // 21 % of 12.34 is 2.59. The lamp adds 100 and 21.
    expect(prepared.delivery).to.deep.equal({
      title: 'By hand',
      net: 12.34,
      tax: 2.59,
      gross: 14.93,
      days: null,
      total_days: null,
      dates: null,
    })
    expect([prepared.gross, prepared.answer]).to.deep.equal([135.93, 'We come ourselves.'])
    await app.records.write('settings', { disable_delivery: true }, { id: 1 })
    const { quote: fetched } = await requestTestQuote(app, shop)
    await app.records.write('settings', { disable_delivery: false }, { id: 1 })
    expect([fetched.delivery, fetched.gross]).to.deep.equal([null, 121])
    expect(await codes(runQuoteAction(app, 'prepare', fetched.token, { delivery_net: 10 }))).to.deep.equal(['delivery_title'])
    expect(await codes(runQuoteAction(app, 'prepare', fetched.token, { delivery_title: 'Van' }))).to.deep.equal([
      'delivery_title',
    ])
    await runQuoteAction(app, 'prepare', fetched.token, { delivery_net: 10, delivery_title: 'Van' })
    expect(await read(fetched.token)).to.deep.include({
      gross: 133.1,
      delivery: { title: 'Van', net: 10, tax: 2.1, gross: 12.1, days: null, total_days: null, dates: null },
    })
  })

  it('prepare-quote: rejects invalid terms, names every field and changes nothing', async () => {
    const { quote } = await requestTestQuote(app, shop)
    const prepare = (input: object): Promise<unknown> => runQuoteAction(app, 'prepare', quote.token, input)
    const past = new Date(clock.time - 1).toISOString()
    expect(await codes(prepare({ discount_net: 100.01 }))).to.deep.equal(['discount_net'])
    expect(await codes(prepare({ discount_net: 1.005, delivery_net: 0.001, valid_until: past }))).to.deep.equal([
      'valid_until',
      'discount_net',
      'delivery_net',
    ])
    expect(await codes(prepare({ discount_net: 1, discount_percent: 1 }))).to.deep.equal(['discount_net'])
    expect(await codes(prepare({ discount_percent: 101 }))).to.deep.equal(['discount_percent'])
    expect(await codes(prepare({ discount_title: 'Nothing' }))).to.deep.equal(['discount_title'])
    expect(await codes(prepare({ validity_days: 3, valid_until: new Date(clock.time + day).toISOString() }))).to.deep.equal([
      'valid_until',
    ])
    expect(await read(quote.token)).to.deep.equal(quote)
    expect(await catchError(app.act('prepare-quote', { quote_id: 999_999 }))).to.deep.include({
      code: 'NOT_FOUND',
      message: 'There is no quote with the quote_id 999999.',
    })
    await runQuoteAction(app, 'send', quote.token)
    expect(await codes(prepare({ discount_percent: 5 }))).to.deep.equal(['quote_id'])
  })

  it('quote: a date as the end of validity includes that day in the time zone of the shop', async () => {
    await app.records.write('settings', { time_zone: 'Europe/Berlin' }, { id: 1 })
    const { quote } = await requestTestQuote(app, shop)
    const today = dayOf(clock.time, 'Europe/Berlin')
    for (const date of [addDays(today, 3), today]) {
      await runQuoteAction(app, 'prepare', quote.token, { valid_until: date })
      expect((await readStoredQuote(app, quote.token)).valid_until).to.equal(
        new Date(startOfDay(addDays(date, 1), 'Europe/Berlin') - 1).toISOString(),
      )
    }
    const yesterday = addDays(today, -1)
    expect(await codes(runQuoteAction(app, 'prepare', quote.token, { valid_until: yesterday }))).to.deep.equal(['valid_until'])
    expect(await codes(runQuoteAction(app, 'prepare', quote.token, { valid_until: '2031-02-30' }))).to.deep.equal(['valid_until'])
    await app.records.write('settings', { time_zone: null }, { id: 1 })
  })

  it('send-quote: sets the prepared date or number of days as validity, or the default of the shop', async () => {
    const until = new Date(clock.time + 3 * day).toISOString()
    const { quote } = await requestTestQuote(app, shop)
    await runQuoteAction(app, 'prepare', quote.token, { valid_until: until })
    expect((await runQuoteAction(app, 'send', quote.token)).valid_until).to.equal(until)
    const { quote: weekly } = await requestTestQuote(app, shop)
    await runQuoteAction(app, 'prepare', weekly.token, { validity_days: 7 })
    clock.time += day
    expect((await runQuoteAction(app, 'send', weekly.token)).valid_until).to.equal(new Date(clock.time + 7 * day).toISOString())
    const { quote: late } = await requestTestQuote(app, shop)
    await runQuoteAction(app, 'prepare', late.token, { valid_until: new Date(clock.time + day).toISOString() })
    clock.time += day
    expect(await codes(runQuoteAction(app, 'send', late.token))).to.deep.equal(['valid_until'])
    await app.records.write('settings', { quote_validity_days: 2 }, { id: 1 })
    const { quote: short } = await requestTestQuote(app, shop)
    expect((await runQuoteAction(app, 'send', short.token)).valid_until).to.equal(new Date(clock.time + 2 * day).toISOString())
    await app.records.write('settings', { quote_validity_days: 30 }, { id: 1 })
  })

  it('decline-quote: declines a sent quote, which can then be neither declined again nor sent', async () => {
    const quote = await sendTestQuote(app, shop)
    expect(await runQuoteAction(app, 'decline', quote.token)).to.include({ status: 'declined', number: quote.number })
    expect((await catchError(runQuoteAction(app, 'decline', quote.token))).message).to.contain('which is final')
    expect(await codes(runQuoteAction(app, 'send', quote.token))).to.deep.equal(['status'])
  })

  it('revise-quote: creates a quote with the same lines and terms, and declines the revised quote', async () => {
    const { quote: first } = await requestTestQuote(app, shop, [{ quantity: 2 }])
    await runQuoteAction(app, 'prepare', first.token, { discount_percent: 10, discount_title: 'Ten', validity_days: 5 })
    await runQuoteAction(app, 'send', first.token)
    const quote = await read(first.token)
    await app.records.write('product', { baseprice: 900 }, { id: shop.lamp.product })
    const { quote_id, number, valid_until } = await runQuoteAction(app, 'revise', first.token)
    await app.records.write('product', { baseprice: 100 }, { id: shop.lamp.product })
    expect([number! > first.number!, valid_until]).to.deep.equal([true, null])
    expect((await read(first.token)).status).to.equal('declined')
    const [row] = await app.shop.createContext({}).list('quote', { column: 'id', values: [quote_id] })
    const second = await read(row!.values['token'] as string)
    expect(second).to.deep.include({ status: 'requested', revises: first.number, discount: { title: 'Ten', net: 20 } })
    expect(amounts(second)).to.deep.equal(amounts(quote))
    const toLines = ({ lines }: QuoteReply): object => lines.map(({ id: _id, ...line }) => line)
    expect(toLines(second)).to.deep.equal(toLines(quote))
    // 20 % of 200 instead of 10 %: net 160 + 5, plus 21 % tax.
    expect(await runQuoteAction(app, 'prepare', second.token, { discount_percent: 20 })).to.include({ net: 165, gross: 199.65 })
    clock.time += day
    await runQuoteAction(app, 'send', second.token)
    const fiveDays = new Date(Date.parse(quote.valid_until!) + day).toISOString()
    expect((await read(second.token)).valid_until).to.equal(fiveDays)
    const order = await acceptTestQuote(app, await read(second.token), { payment_method_id: shop.transfer })
    expect(order.gross).to.equal(199.65)
    expect(await codes(runQuoteAction(app, 'revise', second.token))).to.deep.equal(['quote_id'])
  })

  it('revise-quote: revises a declined quote twice, but only one revision can be ordered', async () => {
    const quote = await sendTestQuote(app, shop)
    await runQuoteAction(app, 'decline', quote.token)
    const renewed = async (): Promise<QuoteReply> => {
      const { quote_id } = await runQuoteAction(app, 'revise', quote.token)
      const [row] = await app.shop.createContext({}).list('quote', { column: 'id', values: [quote_id] })
      const token = row!.values['token'] as string
      await runQuoteAction(app, 'send', token)
      return read(token)
    }
    const [first, other] = [await renewed(), await renewed()]
    expect((await acceptTestQuote(app, first, { payment_method_id: shop.transfer })).status).to.equal('ordered')
    const twice = await catchError(acceptTestQuote(app, other, { payment_method_id: shop.transfer }))
    expect(twice.message).to.contain('were already ordered with another quote')
    expect((await read(other.token)).status).to.equal('sent')
  })
})
