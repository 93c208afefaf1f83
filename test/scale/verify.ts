// Final checks of the scale test: each acknowledged write is stored once and completely, at a valid price, and identical on all nodes.
import { openDatabase } from '../../core/storage/database/connection.js'
import type { Acknowledged, Diary } from './diary.js'
import type { Wire } from './wire.js'

interface StoredOrder {
  readonly token: string
  readonly number: number
  readonly lines: number
  readonly quantity: number
}

const placed = `SELECT o.token, o.number, COUNT(l.id) AS \`lines\`, SUM(l.quantity) AS quantity FROM svc_sales_order o
  JOIN svc_order_line l ON l.sales_order_id = o.id WHERE o.status = 'ordered' GROUP BY o.id ORDER BY o.number`
const unsound = `SELECT o.number FROM svc_sales_order o WHERE o.status = 'ordered' AND o.gross <> o.delivery_gross + o.payment_gross
  + (SELECT SUM(l.gross) FROM svc_order_line l WHERE l.sales_order_id = o.id)`
const unsoundTax = "SELECT number FROM svc_sales_order WHERE status = 'ordered' AND gross <> net + tax"
const twice = `SELECT cart_id FROM svc_sales_order WHERE status = 'ordered' GROUP BY cart_id HAVING COUNT(*) > 1`
const double = "SELECT sku FROM svc_product WHERE sku <> '' GROUP BY sku HAVING COUNT(*) > 1"

/** Returns a sentence for each fault of the orders. */
export async function judgeOrders(url: string, diary: Diary): Promise<readonly string[]> {
  const { orders } = diary
  const database = await openDatabase(url)
  const faults: string[] = []
  try {
    const stored = await database.query<StoredOrder>(placed)
    const byToken = new Map(stored.map((order) => [order.token, order]))
    for (const acknowledgedOrder of orders) {
      const orderRow = byToken.get(acknowledgedOrder.order)
      if (!orderRow) faults.push(`Order ${acknowledgedOrder.number} was acknowledged but is not stored.`)
      else if (
        Number(orderRow.number) !== acknowledgedOrder.number ||
        Number(orderRow.lines) !== 1 ||
        Number(orderRow.quantity) !== acknowledgedOrder.quantity
      )
        faults.push(
          `Order ${acknowledgedOrder.number} of ${acknowledgedOrder.quantity} pieces is stored as ${JSON.stringify(orderRow)}.`,
        )
    }
    if (stored.length !== orders.length)
      faults.push(`${orders.length} orders were acknowledged, and ${stored.length} are stored.`)
    const numbers = stored.map(({ number }) => Number(number))
    const gaps = numbers.filter((number, index) => index > 0 && number !== numbers[index - 1]! + 1)
    if (gaps.length > 0) faults.push(`Gaps or duplicates before these numbers: ${gaps.join(', ')}.`)
    for (const [sql, sentence] of [
      [unsound, 'does not add up'],
      [unsoundTax, 'has a tax that differs from its totals'],
      [twice, 'was ordered more than once'],
      [double, 'was written more than once'],
    ] as const) {
      for (const row of await database.query(sql)) faults.push(`${JSON.stringify(row)} ${sentence}.`)
    }
  } finally {
    await database.close()
  }
  return [...faults, ...stalePrices(diary)]
}

/**
 * Returns the orders with a price that cannot have been valid at any time between their request and its response: the price was sent later,
 * or the next price was acknowledged earlier.
 */
export function stalePrices({ orders, prices }: Pick<Diary, 'orders' | 'prices'>): readonly string[] {
  const places = new Map(prices.map(({ price }, index) => [price, index]))
  const isPriceValid = ({ base, sent: requestTime, answered }: Pick<Acknowledged, 'base' | 'sent' | 'answered'>): boolean => {
    const place = places.get(base) ?? -1
    // Before the first change, the initial price is valid.
    const began = place < 0 ? (base === 100 ? -Infinity : Infinity) : prices[place]!.sent
    return began <= answered && (prices[place + 1]?.acknowledged ?? Infinity) >= requestTime
  }
  return orders
    .filter((order) => !isPriceValid(order))
    .map(({ number, base }) => `Order ${number} was placed at ${base}, which was not valid then.`)
}

interface Reply {
  readonly record: Readonly<Record<string, unknown>>
  readonly positions: readonly { readonly quantity: number }[]
}

/** Returns a sentence for each cart or record that differs from its acknowledged values. */
export async function judgeRest(wire: Wire, { carts, records, prices }: Diary, product: number): Promise<readonly string[]> {
  const faults: string[] = []
  const last = prices.at(-1)
  const all = [
    ...records.values(),
    ...(last ? [{ entity: 'product', id: product, fields: { baseprice: last.price }, by: 'prices' }] : []),
  ]
  for (const { entity, id, fields, by } of all) {
    const { data } = await wire.call<Reply>('GET', `/svc-api/v1/${entity}/${id}`)
    for (const [name, value] of Object.entries(fields)) {
      const [actual, expected] = [String(data.record[name]), String(value)]
      if (actual !== expected)
        faults.push(`'${name}' of ${entity} ${id} (${by}) was acknowledged as ${expected} but is ${actual}.`)
    }
  }
  for (const [cart, quantities] of carts) {
    const { data } = await wire.call<Reply>('GET', `/svc-api/runtime/v1/carts/${cart}`)
    const quantityText = data.positions.map(({ quantity }) => quantity).join(', ')
    if (quantityText !== quantities.join(', '))
      faults.push(`A cart of ${quantities.join(', ')} pieces contains ${quantityText || 'nothing'}.`)
  }
  return faults
}

/** Returns the tables that differ between the nodes. `urls` contain the address of the same database on each node. */
export async function disagreements(urls: readonly string[]): Promise<readonly string[]> {
  const sums: ReadonlyMap<string, string>[] = []
  for (const url of urls) {
    const database = await openDatabase(url)
    try {
      const tables = await database.query<{ name: string }>(
        'SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() ORDER BY name',
      )
      const rows = new Map<string, string>()
      for (const { name } of tables) {
        const [row] = await database.query<{ Checksum: number }>(`CHECKSUM TABLE \`${name}\``)
        rows.set(name, String(row?.Checksum))
      }
      sums.push(rows)
    } finally {
      await database.close()
    }
  }
  const names = [...sums[0]!.keys()]
  // Leases are heartbeats, which change constantly.
  return names.filter((name) => name !== 'svc_leases' && new Set(sums.map((rows) => rows.get(name))).size > 1)
}
