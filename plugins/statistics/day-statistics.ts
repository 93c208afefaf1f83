// Computes the sales, ordered answers and configurations of one day from the records. The roll-ups store its results.
import {
  type Amount,
  toAmount,
  formatIsoTime,
  type QueryRunner,
  splitIntoPortions,
  toInList,
  type CreditLine,
} from '#core/surface.js'
import { endOfDay, startOfDay } from '#core/contract.js'

/** Orders and returns of one day, currency and product. Amounts have no recurring charges. */
export interface SalesRow {
  readonly currency_code: string
  /** 0: whole orders, with delivery and payment charges. */
  readonly product_id: number
  readonly orders: number
  readonly quantity: number
  readonly net: Amount
  readonly gross: Amount
  readonly returned_net: Amount
  readonly returned_gross: Amount
}

export interface AnswerSales {
  readonly answer_id: number
  readonly question_id: number
  readonly product_id: number
  readonly quantity: number
}

/** Configurations that were started on one day, and how far they have come since. */
export interface ConfigurationRow {
  readonly product_id: number
  readonly started: number
  readonly in_cart: number
  readonly ordered: number
}

/** The times of a day, both inclusive, as they are stored. */
type Bounds = readonly [first: string, last: string]

export const toDayBounds = (day: string, timeZone: string): Bounds => [
  formatIsoTime(startOfDay(day, timeZone)),
  formatIsoTime(endOfDay(day, timeZone)),
]

type MutableRow = { -readonly [Name in keyof SalesRow]: SalesRow[Name] }

/** Sums of a day by currency and product. */
class SalesSums {
  private readonly sums = new Map<string, MutableRow>()

  add(currency_code: string, product_id: number, part: Partial<SalesRow>): void {
    const key = `${currency_code} ${product_id}`
    const empty = { orders: 0, quantity: 0, net: 0, gross: 0, returned_net: 0, returned_gross: 0 }
    const sum = this.sums.get(key) ?? { currency_code, product_id, ...empty }
    sum.orders += part.orders ?? 0
    sum.quantity += part.quantity ?? 0
    sum.net += part.net ?? 0
    sum.gross += part.gross ?? 0
    sum.returned_net += part.returned_net ?? 0
    sum.returned_gross += part.returned_gross ?? 0
    this.sums.set(key, sum)
  }

  rows(): readonly SalesRow[] {
    return [...this.sums.values()]
  }
}

interface OrderSumRow {
  readonly currency_code: string
  readonly product_id: number | null
  readonly orders: number | string
  readonly quantity: number | string | null
  readonly net: number | string | null
  readonly gross: number | string | null
}

const placedBetween = 'o.placed >= ? AND o.placed <= ? AND o.number IS NOT NULL'

async function addOrders(on: QueryRunner, bounds: Bounds, sums: SalesSums): Promise<void> {
  const orders = await on.query<OrderSumRow>(
    `SELECT o.currency_code, COUNT(*) AS orders, SUM(o.net) AS net, SUM(o.gross) AS gross
    FROM svc_sales_order o WHERE ${placedBetween} GROUP BY o.currency_code`,
    bounds,
  )
  for (const { currency_code, orders: count, net, gross } of orders)
    sums.add(currency_code, 0, { orders: Number(count), net: Number(net), gross: Number(gross) })
  const lines = await on.query<OrderSumRow>(
    `SELECT o.currency_code, l.product_id, COUNT(DISTINCT o.id) AS orders, SUM(COALESCE(l.quantity, 1)) AS quantity,
    SUM(l.net) AS net, SUM(l.gross) AS gross FROM svc_sales_order o JOIN svc_order_line l ON l.sales_order_id = o.id
    WHERE ${placedBetween} GROUP BY o.currency_code, l.product_id`,
    bounds,
  )
  for (const { currency_code, product_id, orders: count, quantity, net, gross } of lines) {
    sums.add(currency_code, 0, { quantity: Number(quantity) })
    if (product_id === null) continue
    const amounts = { net: Number(net), gross: Number(gross) }
    sums.add(currency_code, product_id, { orders: Number(count), quantity: Number(quantity), ...amounts })
  }
}

interface NoteRow {
  readonly sales_order_id: number
  readonly created: string
  readonly net: number | string | null
  readonly gross: number | string | null
  readonly lines: string | null
}

interface ReturnedOrder {
  readonly id: number
  readonly currency_code: string
  readonly net: number | string | null
  readonly gross: number | string | null
}

interface LineAmounts {
  readonly id: number
  readonly sales_order_id: number
  readonly product_id: number | null
  readonly net: number | string | null
  readonly gross: number | string | null
}

const closingStatuses = "entity = 'sales-order' AND came_to IN ('cancelled', 'refunded')"

/** Rows of the orders, in portions that fit a statement. */
async function readOfOrders<R extends object>(on: QueryRunner, ids: readonly number[], toSql: (list: string) => string) {
  const rows: R[] = []
  for (const portion of splitIntoPortions(ids)) {
    const { sql, params } = toInList(portion)
    rows.push(...(await on.query<R>(toSql(sql), params)))
  }
  return rows
}

/** Groups rows by a number. */
function groupBy<R>(rows: readonly R[], keyOf: (row: R) => number): ReadonlyMap<number, readonly R[]> {
  const groups = new Map<number, R[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}

/** The credited net and gross per order line. */
function sumCreditedLines(notes: readonly NoteRow[]): ReadonlyMap<number, { net: Amount; gross: Amount }> {
  const sums = new Map<number, { net: Amount; gross: Amount }>()
  for (const { lines } of notes) {
    for (const { order_line_id, net, gross } of JSON.parse(lines || '[]') as readonly CreditLine[]) {
      if (order_line_id === null) continue
      const sum = sums.get(order_line_id) ?? { net: 0, gross: 0 }
      sums.set(order_line_id, { net: sum.net + toAmount(net), gross: sum.gross + toAmount(gross) })
    }
  }
  return sums
}

/**
 * Credit notes count on their own day. A cancelled or refunded order returns the rest of its amount on the day of that status. Later
 * credit notes of it count no more, so each day depends only on the past and stays as it is.
 */
async function addReturns(on: QueryRunner, bounds: Bounds, sums: SalesSums): Promise<void> {
  const [first, last] = bounds
  const noted = await on.query<{ id: number }>(
    'SELECT DISTINCT sales_order_id AS id FROM svc_credit_note WHERE created >= ? AND created <= ?',
    bounds,
  )
  const closed = await on.query<{ id: number }>(
    // COALESCE keeps SQLite from the index on the entity, which contains the status changes of all days.
    `SELECT DISTINCT entity_id AS id FROM svc_status_history
    WHERE at >= ? AND at <= ? AND COALESCE(entity, '') = 'sales-order' AND came_to IN ('cancelled', 'refunded')`,
    bounds,
  )
  const ids = [...new Set([...noted, ...closed].map(({ id }) => Number(id)))]
  if (ids.length === 0) return
  const orders = await readOfOrders<ReturnedOrder>(
    on,
    ids,
    (list) => `SELECT id, currency_code, net, gross FROM svc_sales_order WHERE id IN ${list} AND number IS NOT NULL`,
  )
  const notes = groupBy(
    await readOfOrders<NoteRow>(
      on,
      ids,
      (list) => `SELECT sales_order_id, created, net, gross, \`lines\` FROM svc_credit_note WHERE sales_order_id IN ${list}`,
    ),
    ({ sales_order_id }) => sales_order_id,
  )
  const closings = new Map(
    (
      await readOfOrders<{ id: number; at: string }>(
        on,
        ids,
        (list) =>
          `SELECT entity_id AS id, MIN(at) AS at FROM svc_status_history WHERE ${closingStatuses} AND entity_id IN ${list} GROUP BY entity_id`,
      )
    ).map(({ id, at }) => [Number(id), at]),
  )
  const lines = groupBy(
    await readOfOrders<LineAmounts>(
      on,
      ids,
      (list) => `SELECT id, sales_order_id, product_id, net, gross FROM svc_order_line WHERE sales_order_id IN ${list}`,
    ),
    ({ sales_order_id }) => sales_order_id,
  )
  for (const order of orders) {
    const closing = closings.get(order.id) ?? null
    const counted = (notes.get(order.id) ?? []).filter(({ created }) => closing === null || created <= closing)
    const ofDay = counted.filter(({ created }) => created >= first && created <= last)
    const creditedBefore = counted.filter(({ created }) => created < first)
    const isClosed = closing !== null && closing >= first && closing <= last
    const sum = (rows: readonly NoteRow[], name: 'net' | 'gross'): number =>
      rows.reduce((total, row) => total + Number(row[name]), 0)
    const returnedOf = (name: 'net' | 'gross'): Amount =>
      isClosed ? Number(order[name]) - sum(creditedBefore, name) : sum(ofDay, name)
    sums.add(order.currency_code, 0, { returned_net: returnedOf('net'), returned_gross: returnedOf('gross') })
    const credited = sumCreditedLines(isClosed ? creditedBefore : ofDay)
    for (const line of lines.get(order.id) ?? []) {
      if (line.product_id === null) continue
      const { net, gross } = credited.get(line.id) ?? { net: 0, gross: 0 }
      const returned = isClosed
        ? { returned_net: Number(line.net) - net, returned_gross: Number(line.gross) - gross }
        : { returned_net: net, returned_gross: gross }
      if (returned.returned_net !== 0 || returned.returned_gross !== 0) sums.add(order.currency_code, line.product_id, returned)
    }
  }
}

export async function computeSales(on: QueryRunner, bounds: Bounds): Promise<readonly SalesRow[]> {
  const sums = new SalesSums()
  await addOrders(on, bounds, sums)
  await addReturns(on, bounds, sums)
  return sums.rows()
}

/** The quantities of the ordered answers. */
export async function computeAnswers(on: QueryRunner, bounds: Bounds): Promise<readonly AnswerSales[]> {
  // SQLite keeps the order of the tables only for CROSS JOIN. Otherwise it reads the answers of all orders to group them.
  const rows = await on.query<Readonly<Record<keyof AnswerSales, number | string | null>>>(
    `SELECT c.answer_id, MIN(c.question_id) AS question_id, MIN(l.product_id) AS product_id, SUM(COALESCE(l.quantity, 1)) AS quantity
    FROM svc_sales_order o CROSS JOIN svc_order_line l ON l.sales_order_id = o.id
    CROSS JOIN svc_order_line_config c ON c.order_line_id = l.id
    WHERE ${placedBetween} AND c.answer_id IS NOT NULL GROUP BY c.answer_id`,
    bounds,
  )
  return rows.map(({ answer_id, question_id, product_id, quantity }) => ({
    answer_id: Number(answer_id),
    question_id: Number(question_id),
    product_id: Number(product_id),
    quantity: Number(quantity),
  }))
}

const cartStates: ReadonlySet<string> = new Set(['in_cart', 'quoted', 'ordered'])

/** Existing and expired configurations in one statement, so each configuration counts once. Shared ones are copies. */
export async function computeConfigurations(
  on: QueryRunner,
  day: string,
  [first, last]: Bounds,
): Promise<readonly ConfigurationRow[]> {
  const rows = await on.query<{ product_id: number; stage: string | null; amount: number | string }>(
    `SELECT product_id, state AS stage, COUNT(*) AS amount FROM svc_configuration
    WHERE created >= ? AND created <= ? AND state <> 'shared' GROUP BY product_id, state
    UNION ALL SELECT product_id, stage, amount FROM svc_expired_configurations WHERE day = ?`,
    [first, last, day],
  )
  return [...groupBy(rows, ({ product_id }) => Number(product_id))].map(([product_id, stages]) => {
    const sum = (isCounted: (stage: string) => boolean): number =>
      stages.reduce((total, { stage, amount }) => total + (isCounted(stage ?? '') ? Number(amount) : 0), 0)
    return {
      product_id,
      started: sum(() => true),
      in_cart: sum((stage) => cartStates.has(stage)),
      ordered: sum((stage) => stage === 'ordered'),
    }
  })
}
