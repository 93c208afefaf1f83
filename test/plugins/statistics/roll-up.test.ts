// The daily statistics equal sums over the orders, in any time zone, however often and when they are computed.
import { expect } from 'chai'
import fc from 'fast-check'
import { updateRollUps } from '../../../plugins/statistics/roll-up.js'
import { insertAllRows } from '../../../core/storage/migration/migration-steps.js'
import { createTestClock } from '../../support/clock.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'

const hour = 3_600_000

interface Line {
  readonly product: number
  readonly quantity: number
  /** In cents. */
  readonly net: number
  readonly answer: number
}

interface Note {
  readonly at: number
  /** Index of the credited line; beyond the lines: the delivery. */
  readonly line: number
  /** Share of the line's amount. */
  readonly share: number
}

interface Order {
  readonly placed: number
  readonly currency: string
  readonly lines: readonly Line[]
  /** In cents. */
  readonly delivery: number
  readonly notes: readonly Note[]
  readonly closing: { readonly at: number; readonly status: string } | null
}

/** Times around both changes of the clocks, in all zones of the test. */
const changes = [Date.UTC(2026, 2, 6), Date.UTC(2026, 2, 28), Date.UTC(2026, 3, 3), Date.UTC(2026, 9, 24), Date.UTC(2026, 9, 31)]
const time = fc.tuple(fc.constantFrom(...changes), fc.integer({ min: 0, max: 3 * 24 * 4 })).map(([start, quarters]) => {
  return start + quarters * (hour / 4)
})
const line: fc.Arbitrary<Line> = fc.record({
  product: fc.integer({ min: 1, max: 3 }),
  quantity: fc.integer({ min: 1, max: 5 }),
  net: fc.integer({ min: 0, max: 99_999 }),
  answer: fc.integer({ min: 1, max: 4 }),
})
const note: fc.Arbitrary<Note> = fc.record({
  at: fc.integer({ min: 1, max: 200 }),
  line: fc.integer({ min: 0, max: 3 }),
  share: fc.constantFrom(0.25, 0.5),
})
const order: fc.Arbitrary<Order> = fc
  .record({
    placed: time,
    currency: fc.constantFrom('EUR', 'CHF'),
    lines: fc.array(line, { minLength: 1, maxLength: 3 }),
    delivery: fc.integer({ min: 0, max: 999 }),
    // One note per part, so no part is credited twice.
    notes: fc.uniqueArray(note, { maxLength: 3, selector: (one) => one.line }),
    closing: fc.option(fc.record({ at: fc.integer({ min: 1, max: 200 }), status: fc.constantFrom('cancelled', 'refunded') })),
  })
  .map(({ notes, closing, ...rest }) => ({
    ...rest,
    notes: notes.map((one) => ({ ...one, at: rest.placed + one.at * hour })),
    closing: closing && { ...closing, at: rest.placed + closing.at * hour },
  }))
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/Santiago']

const iso = (at: number): string => new Date(at).toISOString()
/** The day of an instant, from the runtime. */
const localDay = (at: number, zone: string): string => new Date(at).toLocaleDateString('sv-SE', { timeZone: zone })
/** Gross prices contain 50 % tax, so all amounts are exact. */
const tax = 1.5
const partAmount = ({ lines, delivery }: Order, index: number): number => lines[index]?.net ?? delivery
const total = ({ lines, delivery }: Order): number => lines.reduce((sum, { net }) => sum + net, delivery)
const noteAmount = (from: Order, { line: index, share }: Note): number => Math.floor(partAmount(from, index) * share)

/** The ledger of the orders: sums by day, currency and product, in 1/10,000. */
function sumOrders(orders: readonly Order[], zone: string): Record<string, number> {
  const sums: Record<string, number> = {}
  const add = (at: number, currency: string, product: number, name: string, cents: number): void => {
    if (cents === 0) return
    const key = `${localDay(at, zone)} ${currency} ${product} ${name}`
    sums[key] = (sums[key] ?? 0) + cents
  }
  for (const one of orders) {
    const { placed, currency, lines, notes, closing } = one
    add(placed, currency, 0, 'orders', 1)
    add(placed, currency, 0, 'net', total(one) * 100)
    const open = new Map<number, number>([...lines.keys(), lines.length].map((index) => [index, partAmount(one, index)]))
    const giveBack = (at: number, index: number, cents: number): void => {
      add(at, currency, 0, 'returned_net', cents * 100)
      add(at, currency, 0, 'returned_gross', cents * 100 * tax)
      if (index < lines.length) add(at, currency, lines[index]!.product, 'returned_net', cents * 100)
    }
    for (const credit of notes) {
      if (closing !== null && credit.at > closing.at) continue
      const index = Math.min(credit.line, lines.length)
      const cents = noteAmount(one, credit)
      open.set(index, open.get(index)! - cents)
      giveBack(credit.at, index, cents)
    }
    if (closing) for (const [index, cents] of open) giveBack(closing.at, index, cents)
    for (const product of new Set(lines.map((each) => each.product))) add(placed, currency, product, 'orders', 1)
    for (const { product, net, quantity } of lines) {
      add(placed, currency, product, 'net', net * 100)
      for (const each of [0, product]) add(placed, currency, each, 'quantity', quantity)
    }
  }
  return Object.fromEntries(Object.entries(sums).map(([key, sum]) => [key, Math.round(sum)]))
}

describe('The daily statistics', () => {
  const clock = createTestClock()
  let app: TestApp
  let orders: readonly Order[] = []
  before(async function () {
    this.timeout(60_000)
    app = await bootTestApp({ clock })
  })
  after(() => app?.stop())
  afterEach(() => app.reset())

  const run = (): Promise<void> => updateRollUps(app.context, new AbortController().signal)
  const write = async (entity: string, fields: Readonly<Record<string, unknown>>): Promise<number> =>
    (await app.records.write(entity, fields, { internal: true, copied: true })).id

  async function store(one: Order, number: number): Promise<void> {
    const { placed, currency, lines, notes, closing } = one
    const amounts = (cents: number) => ({ net: cents / 100, gross: (cents * tax * 100) / 10_000 })
    const id = await write('sales-order', {
      ...{ number, status: closing?.status ?? 'paid', currency_code: currency, placed: iso(placed), ...amounts(total(one)) },
    })
    const lineIds: number[] = []
    for (const { product, quantity, net, answer } of lines) {
      const lineId = await write('order-line', { sales_order_id: id, product_id: product, title: 'A', quantity, ...amounts(net) })
      await write('order-line-config', { order_line_id: lineId, question_id: 1, answer_id: answer, question_title: 'Q' })
      lineIds.push(lineId)
    }
    const invoice = notes.length === 0 ? null : await write('invoice', { sales_order_id: id, number: `I${number}` })
    for (const credit of notes) {
      const index = Math.min(credit.line, lines.length)
      const credited = amounts(noteAmount(one, credit))
      const part = {
        ...{ kind: index < lines.length ? 'line' : 'delivery', order_line_id: lineIds[index] ?? null, title: 'A' },
        ...{ quantity: index < lines.length ? 1 : null, rate: 50, tax: 0, ...credited },
      }
      await write('credit-note', {
        ...{ sales_order_id: id, invoice_id: invoice, number: `C${number}-${credit.line}`, created: iso(credit.at) },
        ...{ lines: [part], ...credited },
      })
    }
    if (closing)
      await insertAllRows(app.context.database, 'svc_status_history', [
        {
          ...{ at: iso(closing.at), entity: 'sales-order', entity_id: id, came_from: 'paid', came_to: closing.status },
          ...{ doer: 'service', who: '' },
        },
      ])
  }

  async function readSums(): Promise<Record<string, number>> {
    const rows = await app.context.database.query<Record<string, string | number>>('SELECT * FROM svc_sales_days')
    const names = ['orders', 'quantity', 'net', 'returned_net']
    const sums: Record<string, number> = {}
    for (const row of rows) {
      const all = row['product_id'] === 0 ? [...names, 'returned_gross'] : names
      for (const name of all)
        if (Number(row[name]) !== 0)
          sums[`${row['day']} ${row['currency_code']} ${row['product_id']} ${name}`] = Number(row[name])
    }
    return sums
  }

  const end = Date.UTC(2027, 0, 1)

  it('equal the sums over random orders with credit notes and cancellations in each time zone, by day', async function () {
    this.timeout(300_000)
    await fc.assert(
      fc.asyncProperty(
        fc.array(order, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(...zones),
        fc.constantFrom(...zones),
        time,
        async (random, zone, otherZone, pause) => {
          await app.reset()
          orders = random
          for (const [index, one] of orders.entries()) await store(one, index + 1)
          await app.records.write('settings', { time_zone: zone }, { id: 1 })
          // The first run ends in the middle of the history.
          clock.time = pause
          await run()
          clock.time = end
          await run()
          expect(await readSums()).to.deep.equal(sumOrders(orders, zone))
          await run()
          expect(await readSums()).to.deep.equal(sumOrders(orders, zone))
          await app.records.write('settings', { time_zone: otherZone }, { id: 1 })
          await run()
          expect(await readSums()).to.deep.equal(sumOrders(orders, otherZone))
          const answers = await app.context.database.query<{ sum: number | string }>(
            'SELECT SUM(quantity) AS sum FROM svc_answer_days',
          )
          const quantity = orders.flatMap(({ lines }) => lines).reduce((sum, each) => sum + each.quantity, 0)
          expect(Number(answers[0]!.sum)).to.equal(quantity)
        },
      ),
      { numRuns: 15 },
    )
  })
})
