// Several processes place one order at the same time: one order results, and numbers have no gaps.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import type { CheckoutReply } from '../../../../core/commerce/checkout/define.js'
import type { DocumentReply } from '../../../../core/commerce/document/define.js'
import { openDatabase } from '../../../../core/storage/database/connection.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import { checkoutPlugins, openSellingShop, prepareCheckoutForOrder, type SellingShop } from '../../../support/selling-shop.js'
import { copyCheckout } from './copied-checkouts.js'
import { createEmptyDatabase, type EmptyDatabase } from '../../../support/database.js'
import { inBothLanguages } from '../../../support/small-shop.js'

const program = fileURLToPath(new URL('../shop-crash-process.js', import.meta.url))
const processes = 4
const equal = 50
/** Orders per process. */
const many = 100
/** Concurrent requests per process. */
const lanes = 8

describe('orders of several processes', function () {
  this.timeout(120_000)
  let empty: EmptyDatabase
  let app: TestApp
  let shop: SellingShop
  const keepers: ChildProcess[] = []
  let urls: readonly string[]

  before(async () => {
    empty = await createEmptyDatabase()
    app = await bootTestApp({ opened: await openDatabase(empty.url), plugins: checkoutPlugins })
    shop = await openSellingShop(app)
    const mail = {
      send_customer: true,
      ...inBothLanguages('subject', 'Order {{ order.number }}'),
      ...inBothLanguages('body', 'Thank you.'),
    }
    await app.records.write('notification', { name: 'Ordered', status: 'ordered', ...mail })
    urls = await Promise.all(Array.from({ length: processes }, openKeeper))
  })

  after(async () => {
    for (const keeper of keepers) keeper.kill('SIGKILL')
    await app?.stop()
    await empty?.drop()
  })

  async function openKeeper(): Promise<string> {
    const keeper = spawn(process.execPath, [...process.execArgv, program, empty.url, 'serve'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    keepers.push(keeper)
    const [line] = (await once(keeper.stdout, 'data')) as [Buffer]
    return line.toString().trim()
  }

  interface Answer {
    readonly status: number
    readonly data: DocumentReply
  }

  /** Retries while the same request is in progress in another process. */
  async function place(index: number, { checkout, totals }: CheckoutReply, key?: string): Promise<Answer> {
    const address = `${urls[index % processes]!}/svc-api/runtime/v1/checkouts/${checkout}/place`
    const headers = { 'content-type': 'application/json', ...(key !== undefined && { 'idempotency-key': key }) }
    for (;;) {
      const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify({ total: totals!.gross }) })
      const { data, code } = (await answer.json()) as { data: DocumentReply; code?: string }
      if (code !== 'IDEMPOTENCY_IN_PROGRESS') return { status: answer.status, data }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  const ordersOf = async (token: string): Promise<readonly { readonly id: number }[]> =>
    app.shop.createContext({}).list('sales-order', { column: 'token', values: [token] })
  const numbers = async (): Promise<readonly number[]> =>
    (await app.shop.createContext({}).list('sales-order')).flatMap(({ values }) =>
      values['number'] === null ? [] : [Number(values['number'])],
    )
  const listSubjects = async (id: number): Promise<readonly string[]> => {
    const sql = 'SELECT subject FROM svc_mail_queue WHERE entity = ? AND entity_id = ? ORDER BY id'
    return (await app.context.database.query<{ subject: string }>(sql, ['sales-order', id])).map(({ subject }) => subject)
  }

  for (const [how, key] of [
    ['without a key', undefined],
    ['with the same Idempotency-Key', 'one-key'],
  ] as const) {
    it(`result in one order with ${equal} equal replies, placed at once ${how}`, async () => {
      const checkout = await prepareCheckoutForOrder(app, shop, [{ quantity: 2 }])
      const answers = await Promise.all(Array.from({ length: equal }, (_, index) => place(index, checkout, key)))
      expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([201]))
      expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).to.equal(1)
      const [order, ...otherOrders] = await ordersOf(checkout.checkout)
      expect(otherOrders).to.have.length(0)
      expect(
        await app.shop.createContext({}).list('order-line', { column: 'sales_order_id', values: [order!.id] }),
      ).to.have.length(1)
      // The default notification writes to the customer and to the shop, that of this spec to the customer.
      const subjects = await listSubjects(order!.id)
      expect(subjects).to.have.length(3)
      expect(new Set(subjects).size).to.equal(3)
    })
  }

  it(`get distinct numbers without gaps, ${many} orders of each process at once`, async () => {
    const before = Math.max(0, ...(await numbers()))
    const prepared = await prepareCheckoutForOrder(app, shop)
    const checkouts = (await copyCheckout(app, prepared, processes * many)).entries()
    const orderNumbers: number[] = []
    const lane = async (): Promise<void> => {
      for (const [index, checkout] of checkouts) orderNumbers.push((await place(index, { ...prepared, checkout })).data.number!)
    }
    await Promise.all(Array.from({ length: processes * lanes }, lane))
    expect(orderNumbers.toSorted((a, b) => a - b)).to.deep.equal(
      Array.from({ length: processes * many }, (_, index) => before + 1 + index),
    )
    expect(await numbers()).to.have.members([...Array.from({ length: before }, (_, index) => index + 1), ...orderNumbers])
  })
})
