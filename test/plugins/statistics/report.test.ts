// The report of the dashboard: today's orders count at once, completed days give the same figures, and stops are counted.
import { expect } from 'chai'
import { readStatistics, type StatisticsReport } from '../../../plugins/statistics/report.js'
import { createTestClock } from '../../support/clock.js'
import {
  checkoutPlugins,
  openSellingShop,
  placeCheckout,
  prepareCheckoutForOrder,
  type SellingShop,
} from '../../support/selling-shop.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'

const hour = 3_600_000
const day = 24 * hour

interface RefusedReply {
  readonly configuration: string
  readonly refused: readonly { readonly index: number }[]
}

describe('The report of the dashboard', () => {
  // Noon of a Wednesday in Brussels.
  const clock = createTestClock(Date.UTC(2030, 4, 15, 10))
  let app: TestApp
  let shop: SellingShop

  before(async function () {
    this.timeout(60_000)
    app = await bootTestApp({ clock, plugins: checkoutPlugins })
    shop = await openSellingShop(app)
    await app.records.write('settings', { enable_invoicing: true }, { id: 1 })
  })
  after(() => app?.stop())

  const report = (interval: 'day' | 'week' | 'month' = 'day'): Promise<StatisticsReport> => readStatistics(app.context, interval)
  const rollUp = (): Promise<void> => app.operations.tasks.run('roll-up-statistics')
  const orderIds: number[] = []
  const place = async (quantity: number): Promise<number> => {
    const { token } = await placeCheckout(app, await prepareCheckoutForOrder(app, shop, [{ quantity }]))
    const [record] = await app.shop.createContext({}).list('sales-order', { column: 'token', values: [token] })
    orderIds.push(record!.id)
    return record!.id
  }
  const netOf = async (...ids: readonly number[]): Promise<number> => {
    const orders = await app.shop.createContext({}).list('sales-order', { column: 'id', values: ids })
    return orders.reduce((sum, { values }) => sum + Number(values['net']), 0)
  }

  it('counts an order and its configuration at once, without a roll-up', async () => {
    const id = await place(2)
    const { sales, conversion, isComplete } = await report()
    expect(isComplete).to.equal(false)
    expect(sales).to.have.length(1)
    expect(sales[0]).to.deep.include({ currency: 'EUR' })
    expect(sales[0]!.total).to.deep.include({ orders: 1, net: await netOf(id), returned: 0, average: await netOf(id) })
    expect(sales[0]!.parts.at(-1)!.orders).to.equal(1)
    expect(sales[0]!.products.map(({ product_id, quantity }) => [product_id, quantity])).to.deep.equal([[shop.lamp.product, 2]])
    expect(conversion.total).to.deep.equal({ started: 1, in_cart: 1, ordered: 1 })
  })

  it('returns the same figures after the days were stored', async () => {
    const second = await place(1)
    const before = await report()
    clock.time += day
    await rollUp()
    const after = await report()
    expect(after.isComplete).to.equal(true)
    expect(after.sales[0]!.total).to.deep.equal(before.sales[0]!.total)
    expect(after.sales[0]!.products).to.deep.equal(before.sales[0]!.products)
    expect(after.answers).to.deep.equal(before.answers)
    expect(after.conversion.total).to.deep.equal(before.conversion.total)
    expect(after.sales[0]!.parts.slice(-2).map(({ orders }) => orders)).to.deep.equal([2, 0])
    expect(await netOf(second)).to.be.greaterThan(0)
  })

  it('subtracts a refund on its own day, and an order cancelled without an invoice on the day of the cancellation', async () => {
    const [first, second] = orderIds as [number, number]
    await app.act('set-order-status', { order_id: first, status: 'paid' })
    const [line] = await app.shop.createContext({}).list('order-line', { column: 'sales_order_id', values: [first] })
    await app.act('refund-order', { order_id: first, lines: [{ order_line_id: line!.id, quantity: 1 }] })
    const [note] = await app.shop.createContext({}).list('credit-note', { column: 'sales_order_id', values: [first] })
    await app.act('set-order-status', { order_id: second, status: 'cancelled' })
    const returned = Number(note!.values['net']) + (await netOf(second))
    const { sales } = await report()
    const [yesterday, today] = sales[0]!.parts.slice(-2)
    expect(yesterday).to.deep.include({ orders: 2, returned: 0, net: await netOf(first, second) })
    expect(today!.orders).to.equal(0)
    expect(today!.returned).to.be.closeTo(returned, 1e-9)
    expect(today!.net).to.be.closeTo(-returned, 1e-9)
    expect(sales[0]!.total.net).to.be.closeTo((await netOf(first, second)) - returned, 1e-9)
  })

  it('compares with as many days, weeks or months before, up to the same point', async () => {
    clock.time += 29 * day
    await rollUp()
    await place(1)
    const { period, previous, sales } = await report()
    expect([period, previous]).to.deep.equal([
      { from: '2030-05-16', to: '2030-06-14' },
      { from: '2030-04-16', to: '2030-05-15' },
    ])
    expect([sales[0]!.total.orders, sales[0]!.previousTotal.orders]).to.deep.equal([1, 2])
    const months = await report('month')
    expect(months.buckets[0]).to.equal('2029-07-01')
    expect(months.previous).to.deep.equal({ from: '2028-07-01', to: '2029-06-14' })
    expect(months.sales[0]!.parts.slice(-2).map(({ orders }) => orders)).to.deep.equal([2, 1])
    const weeks = await report('week')
    expect(weeks.buckets.at(-1)).to.equal('2030-06-10')
    expect(weeks.buckets).to.have.length(13)
  })

  it('counts expired configurations with their last question, and refused entries with the rule, without the shopper', async () => {
    const { configuration } = (await app.shop.configurations.start({ product_id: shop.lamp.product })) as unknown as RefusedReply
    const change = (value: string) =>
      app.shop.configurations.change(configuration, { selections: [{ question_id: shop.lamp.height, value }] })
    await change('150')
    const refused = (await change('999999')) as unknown as RefusedReply
    expect(refused.refused).to.have.length(1)
    // The reply does not wait for the count.
    for (let rules = 0; rules === 0; ) rules = (await report()).rules.length
    await app.shop.configurations.start({ product_id: shop.lamp.product })
    const before = await report()
    clock.time += 2 * day
    await app.operations.tasks.run('expire-configurations')
    await rollUp()
    const after = await report()
    expect(after.left).to.deep.equal([
      { product_id: shop.lamp.product, kind: 'left', id: 0, count: 1 },
      { product_id: shop.lamp.product, kind: 'left', id: shop.lamp.height, count: 1 },
    ])
    expect(after.rules).to.deep.equal([{ product_id: shop.lamp.product, kind: 'limits', id: shop.lamp.height, count: 1 }])
    expect(after.conversion.total).to.deep.equal(before.conversion.total)
  })
})
