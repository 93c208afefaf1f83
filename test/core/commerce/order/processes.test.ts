// One order however many processes place it at once, numbers without a gap, and whole or absent after a crash at any statement.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import type { CheckoutReply } from '../../../../core/commerce/checkout/define.js'
import type { DocumentReply } from '../../../../core/commerce/document/define.js'
import { openDatabase } from '../../../../core/storage/database/connection.js'
import { bootTestApp, type TestApp } from '../../../support/app.js'
import { checkoutPlugins, openSellingShop, placing, readyCheckout, type SellingShop } from '../../../support/checking-out.js'
import { createEmptyDatabase, type EmptyDatabase } from '../../../support/database.js'
import { inBoth } from '../../../support/shop.js'

const program = fileURLToPath(new URL('../../../support/shopkeeper.js', import.meta.url))
const processes = 4
const equal = 50
/** Orders of each process. */
const many = 25

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
    const mail = { send_customer: true, ...inBoth('subject', 'Order {{ order.number }}'), ...inBoth('body', 'Thank you.') }
    await app.write('notification', { name: 'Ordered', status: 'ordered', ...mail })
    urls = await Promise.all(Array.from({ length: processes }, openKeeper))
  })

  after(async () => {
    for (const keeper of keepers) keeper.kill('SIGKILL')
    await app?.stop()
    await empty?.drop()
  })

  async function openKeeper(): Promise<string> {
    const keeper = spawn(process.execPath, [program, empty.url, 'serve'], { stdio: ['ignore', 'pipe', 'inherit'] })
    keepers.push(keeper)
    const [line] = (await once(keeper.stdout, 'data')) as [Buffer]
    return line.toString().trim()
  }

  interface Answer {
    readonly status: number
    readonly data: DocumentReply
  }

  /** Asks again as long as the same request is under way elsewhere. */
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
    app.visit({}).list('sales-order', { column: 'token', values: [token] })
  const numbers = async (): Promise<readonly number[]> =>
    (await app.visit({}).list('sales-order')).flatMap(({ values }) =>
      values['number'] === null ? [] : [Number(values['number'])],
    )
  const mails = async (id: number): Promise<number> => {
    const sql = 'SELECT COUNT(*) AS mails FROM svc_mail_queue WHERE entity = ? AND entity_id = ?'
    const [row] = await app.context.database.query<{ mails: number }>(sql, ['sales-order', id])
    return Number(row!.mails)
  }

  for (const [how, key] of [
    ['without a key', undefined],
    ['with the same Idempotency-Key', 'one-key'],
  ] as const) {
    it(`are one order with ${equal} equal answers, placed at once ${how}`, async () => {
      const one = await readyCheckout(app, shop, [{ quantity: 2 }])
      const answers = await Promise.all(Array.from({ length: equal }, (_, index) => place(index, one, key)))
      expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([201]))
      expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).to.equal(1)
      const [order, ...others] = await ordersOf(one.checkout)
      expect(others).to.have.length(0)
      expect(await app.visit({}).list('order-line', { column: 'sales_order_id', values: [order!.id] })).to.have.length(1)
      expect(await mails(order!.id)).to.equal(1)
    })
  }

  it(`take distinct numbers without a gap, ${many} of each process at once`, async () => {
    const before = Math.max(0, ...(await numbers()))
    const checkouts: CheckoutReply[] = []
    for (let count = 0; count < processes * many; count++) checkouts.push(await readyCheckout(app, shop))
    const placed = await Promise.all(checkouts.map((one, index) => place(index, one)))
    const taken = placed.map(({ data }) => data.number!).toSorted((a, b) => a - b)
    expect(taken).to.deep.equal(Array.from({ length: processes * many }, (_, index) => before + 1 + index))
  })

  it('are whole or absent after the process was killed before any statement that writes, and can be placed again', async () => {
    for (const keeper of keepers.splice(0)) keeper.kill('SIGKILL')
    const last = { deadly: -1, writes: Number.POSITIVE_INFINITY }
    const crash = async (): Promise<void> => {
      while (last.deadly < last.writes) {
        const deadly = ++last.deadly
        const one = await readyCheckout(app, shop)
        const writes = await placeAndDie(deadly, one)
        if (writes !== null) last.writes = Math.min(last.writes, writes)
        expect(await judge(one), String(deadly)).to.equal(deadly === 0 || writes !== null ? 'whole' : 'absent')
      }
    }
    await Promise.all([crash(), crash()])
    expect(last.writes).to.be.within(10, 100)
    const all = (await numbers()).toSorted((a, b) => a - b)
    expect(all).to.deep.equal(Array.from({ length: all.length }, (_, index) => index + 1))
  })

  /** How many statements wrote; null where it was killed before it had ended. */
  async function placeAndDie(deadly: number, { checkout, totals }: CheckoutReply): Promise<number | null> {
    const given = [program, empty.url, 'place', String(deadly), checkout, String(totals!.gross)]
    const child = spawn(process.execPath, given, { stdio: ['ignore', 'pipe', 'inherit'] })
    const lines: string[] = []
    child.stdout.on('data', (line: Buffer) => lines.push(line.toString()))
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
    expect(signal === 'SIGKILL' || code === 0, `${code} ${signal}`).to.equal(true)
    return signal === 'SIGKILL' ? null : Number(lines.join(''))
  }

  /** What a crash left; placed (again), it is one whole order with one mail. */
  async function judge(one: CheckoutReply): Promise<'whole' | 'absent'> {
    const [left] = await app.visit({}).list('sales-order', { column: 'token', values: [one.checkout] })
    const isPlaced = left!.values['status'] === 'ordered'
    const parts = async (entity: string): Promise<number> =>
      (await app.visit({}).list(entity, { column: 'sales_order_id', values: [left!.id] })).length
    const cart = (await app.visit({}).list('cart', { column: 'token', values: [one.cart] }))[0]!.values['state']
    const found = [
      await parts('order-line'),
      await parts('order-tax-rate'),
      await mails(left!.id),
      cart,
      left!.values['number'] !== null,
    ]
    expect(found).to.deep.equal(isPlaced ? [1, 1, 1, 'ordered', true] : [0, 0, 0, 'open', false])
    const order = await placing(app, one)
    expect(order.lines[0]!.options).to.have.length(3)
    expect(order).to.include({ status: 'ordered', gross: one.totals!.gross })
    expect(await mails(left!.id)).to.equal(1)
    return isPlaced ? 'whole' : 'absent'
  }
})
