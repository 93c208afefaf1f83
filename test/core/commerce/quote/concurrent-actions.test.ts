// Concurrent quote requests over two services on one database: one quote, one order or one end, complete or absent.
import { expect } from 'chai'
import type { DocumentReply } from '../../../../core/commerce/document/define.js'
import type { QuoteReply } from '../../../../core/commerce/quote/define.js'
import { defineEffect } from '../../../../core/commerce/state/define.js'
import { PipelineRecords } from '../../../../core/storage/pipeline-records.js'
import { tasks } from '../../../../core/tasks/index.js'
import { openDatabase } from '../../../../core/storage/database/connection.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import {
  guestVisitor,
  checkoutPlugins,
  openSellingShop,
  placeCheckout,
  prepareCheckoutForOrder,
  type SellingShop,
} from '../../../support/selling-shop.js'
import { createTestClock } from '../../../support/clock.js'
import { createEmptyDatabase, type EmptyDatabase } from '../../../support/database.js'
import { catchError } from '../../../support/caught-error.js'
import { createFilledCart } from '../../../support/filled-cart.js'
import {
  acceptTestQuote,
  runQuoteAction,
  requestTestQuote,
  sendTestQuote,
  readStoredQuote,
} from '../../../support/test-quotes.js'

describe('concurrent changes of a quote', function () {
  this.timeout(60_000)
  let failingState: string | null = null
  const breaking = defineEffect({
    name: 'break-on-demand',
    description: 'Fails on demand of a test.',
    on: 'quote',
    run: (_work, { to }) => (to === failingState ? Promise.reject(new Error('Broken.')) : Promise.resolve()),
  })
  const breakingOrders = defineEffect({
    name: 'break-orders-on-demand',
    description: 'Fails on demand of a test.',
    on: 'sales-order',
    run: (_work, { to }) => (to === failingState ? Promise.reject(new Error('Broken.')) : Promise.resolve()),
  })
  const plugins = [...checkoutPlugins, { name: 'breaking', core: '^0.1.0', contributes: { effects: [breaking, breakingOrders] } }]
  const clock = createTestClock()
  let empty: EmptyDatabase
  let apps: readonly [TestApp, TestApp]
  let shop: SellingShop

  before(async () => {
    empty = await createEmptyDatabase()
    const first = await bootTestApp({ opened: await openDatabase(empty.url), plugins, clock })
    apps = [first, await bootTestApp({ opened: await openDatabase(empty.url), plugins, clock })]
    shop = await openSellingShop(first)
  })
  after(async () => {
    for (const app of apps ?? []) await app.stop()
    await empty?.drop()
  })

  const runMany = <T>(count: number, call: (app: TestApp, index: number) => Promise<T>): Promise<PromiseSettledResult<T>[]> =>
    Promise.allSettled(Array.from({ length: count }, (_, index) => call(apps[index % 2]!, index)))
  const listValues = <T>(results: readonly PromiseSettledResult<T>[]): readonly T[] =>
    results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const all = async (entity: string): Promise<readonly Readonly<Record<string, unknown>>[]> =>
    (await apps[0].shop.createContext({}).list(entity)).map(({ values }) => values)
  const numbers = async (entity: string): Promise<readonly number[]> =>
    (await all(entity)).flatMap(({ number }) => (number === null ? [] : [Number(number)])).sort((a, b) => a - b)

  it('create one quote for twenty simultaneous requests', async () => {
    const { cart } = await createFilledCart(apps[0], shop.lamp, [{}], guestVisitor)
    const results = await runMany(20, (app) =>
      app.shop.serve('request-quote', { token: cart, email: 'a@example.org' }, guestVisitor),
    )
    const quotes = listValues(results) as readonly QuoteReply[]
    expect(quotes).to.have.length(20)
    for (const quote of quotes) expect(quote).to.deep.equal(quotes[0])
    expect(await all('quote')).to.have.length(1)
  })

  it('create either a quote or an order for one cart, never both', async () => {
    for (let round = 0; round < 4; round++) {
      const ready = await prepareCheckoutForOrder(apps[0], shop)
      const results = await runMany(6, (app, index): Promise<unknown> => {
        if (index % 3 === 0) return placeCheckout(app, ready)
        if (index % 3 === 1) return app.shop.serve('request-checkout-quote', { token: ready.checkout }, guestVisitor)
        return app.shop.serve('request-quote', { token: ready.cart, email: 'a@example.org' }, guestVisitor)
      })
      const statuses = new Set((listValues(results) as readonly (DocumentReply | QuoteReply)[]).map(({ status }) => status))
      expect([...statuses]).to.have.length(1)
      const cart = (await all('cart')).find(({ token }) => token === ready.cart)
      const [orders, quotes] = [await all('sales-order'), await all('quote')].map((rows) =>
        rows.filter(({ cart_id, number }) => cart_id === cart!['id'] && number !== null),
      )
      expect([orders!.length, quotes!.length]).to.have.members([0, 1])
      expect(cart!['state']).to.equal(orders!.length === 1 ? 'ordered' : 'quoted')
    }
  })

  it('create one order for twenty simultaneous acceptances', async () => {
    const quote = await sendTestQuote(apps[0], shop)
    const before = await numbers('sales-order')
    const results = await runMany(20, (app, index) =>
      acceptTestQuote(app, quote, { payment_method_id: index % 3 === 0 ? shop.card : shop.transfer }),
    )
    const orders = listValues(results)
    expect(orders).to.have.length(20)
    for (const order of orders) expect(order).to.deep.equal(orders[0])
    expect((await numbers('sales-order')).length).to.equal(before.length + 1)
  })

  it('accept, decline or revise a quote, whichever is first, and keep that result', async () => {
    for (let round = 0; round < 5; round++) {
      const quote = await sendTestQuote(apps[0], shop)
      const results = await runMany(6, (app, index): Promise<unknown> => {
        if (index < 2) return acceptTestQuote(app, quote, { payment_method_id: shop.transfer })
        if (index < 4) return app.shop.serve('decline-quote', { token: quote.token }, guestVisitor)
        return runQuoteAction(app, index === 4 ? 'decline' : 'revise', quote.token)
      })
      const { status } = await readStoredQuote(apps[0], quote.token)
      const [order] = await apps[0].shop.createContext({}).list('sales-order', { column: 'token', values: [quote.token] })
      expect(order !== undefined, status).to.equal(status === 'accepted')
      const accepted = results.slice(0, 2).filter((result) => result.status === 'fulfilled')
      expect(accepted.length > 0).to.equal(status === 'accepted')
      const endings = results.slice(2, 4).filter((result) => result.status === 'fulfilled')
      expect(endings.length > 0).to.equal(status === 'declined')
    }
  })

  it('accept, decline or expire a quote, whichever is first', async () => {
    const task = tasks.find((candidate) => candidate.name === 'expire-quotes')!
    for (let round = 0; round < 5; round++) {
      const quote = await sendTestQuote(apps[0], shop)
      const end = Date.parse(quote.valid_until!)
      // The clock of one service is ahead.
      clock.time = end - 1
      const expire = async (app: TestApp): Promise<unknown> => {
        clock.time = end
        return task.run({ context: app.context, records: new PipelineRecords(app.context), signal: new AbortController().signal })
      }
      const results = await runMany(5, (app, index): Promise<unknown> => {
        if (index < 2) return acceptTestQuote(app, quote, { payment_method_id: shop.transfer })
        return index === 2 ? expire(app) : app.shop.serve('decline-quote', { token: quote.token }, guestVisitor)
      })
      const { status } = await readStoredQuote(apps[0], quote.token)
      expect(status).to.be.oneOf(['accepted', 'declined', 'expired'])
      const orders = await apps[0].shop.createContext({}).list('sales-order', { column: 'token', values: [quote.token] })
      expect(orders.length, status).to.equal(status === 'accepted' ? 1 : 0)
      const accepted = results.slice(0, 2).filter((result) => result.status === 'fulfilled')
      expect(accepted.length > 0).to.equal(status === 'accepted')
    }
  })

  it('roll back all changes and numbers if the last step fails', async () => {
    const snapshot = async (): Promise<string> => {
      const entities = [
        'quote',
        'quote-line',
        'quote-tax-rate',
        'sales-order',
        'order-line',
        'order-address',
        'cart',
        'configuration',
      ]
      const tables = await Promise.all(entities.map(all))
      const files = await apps[0].context.database.query('SELECT COUNT(*) AS count FROM svc_files')
      const mails = await apps[0].context.database.query('SELECT COUNT(*) AS count FROM svc_mail_queue')
      return JSON.stringify([tables, files, mails])
    }
    const attempt = async (state: string, call: () => Promise<unknown>): Promise<void> => {
      const before = await snapshot()
      failingState = state
      expect((await catchError(call())).message).to.contain('Broken.')
      failingState = null
      expect(await snapshot(), state).to.equal(before)
    }
    const ready = await prepareCheckoutForOrder(apps[0], shop)
    const ask = (): Promise<unknown> => apps[0].shop.serve('request-checkout-quote', { token: ready.checkout }, guestVisitor)
    await attempt('requested', ask)
    expect(await apps[0].shop.serve('read-cart', { token: ready.cart }, guestVisitor)).to.include({ orderable: true })
    const { token } = (await ask()) as QuoteReply
    await attempt('sent', () => runQuoteAction(apps[0], 'send', token))
    await runQuoteAction(apps[0], 'send', token)
    const quoteReply = (await apps[0].shop.serve('read-quote', { token }, guestVisitor)) as QuoteReply
    const accept = (): Promise<DocumentReply> => acceptTestQuote(apps[0], quoteReply, { payment_method_id: shop.transfer })
    await attempt('accepted', accept)
    await attempt('ordered', accept)
    const { quote: other } = await requestTestQuote(apps[0], shop)
    await attempt('requested', () => runQuoteAction(apps[0], 'revise', other.token))
    await attempt('declined', () => runQuoteAction(apps[0], 'revise', other.token))
    await accept()
    for (const entity of ['quote', 'sales-order']) {
      const assignedNumbers = await numbers(entity)
      expect(assignedNumbers, entity).to.deep.equal(assignedNumbers.map((_, index) => index + 1))
    }
  })
})
