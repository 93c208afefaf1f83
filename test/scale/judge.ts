// Looks at what is stored when all is over: every acknowledged order once and whole, numbers without gaps, the same in every node.
import type { App } from '../../core/app.js'
import { openDatabase } from '../../core/storage/database/connection.js'
import type { Diary } from './shopper.js'

interface StoredOrder {
  readonly token: string
  readonly number: number
  readonly gross: number
  readonly lines: number
  readonly quantity: number
}

const placed = `SELECT o.token, o.number, o.gross, COUNT(l.id) AS lines, SUM(l.quantity) AS quantity FROM svc_sales_order o
  JOIN svc_order_line l ON l.sales_order_id = o.id WHERE o.status = 'ordered' GROUP BY o.id ORDER BY o.number`
const unsound = `SELECT o.number FROM svc_sales_order o WHERE o.status = 'ordered' AND o.gross <> o.delivery_gross + o.payment_gross
  + (SELECT SUM(l.gross) FROM svc_order_line l WHERE l.sales_order_id = o.id)`
const twice = `SELECT cart_id FROM svc_sales_order WHERE status = 'ordered' GROUP BY cart_id HAVING COUNT(*) > 1`

/** Sentences on what is wrong; none where all is well. */
export async function judge({ context }: App, { orders }: Diary): Promise<readonly string[]> {
  const { database } = context
  const stored = await database.query<StoredOrder>(placed.replace(' AS lines', ' AS `lines`'))
  const byToken = new Map(stored.map((order) => [order.token, order]))
  const faults: string[] = []
  for (const told of orders) {
    const found = byToken.get(told.order)
    if (!found) faults.push(`Order ${told.number} was acknowledged and is not there.`)
    else if (Number(found.number) !== told.number || Number(found.lines) !== 1 || Number(found.quantity) !== told.quantity)
      faults.push(`Order ${told.number} of ${told.quantity} pieces is stored as ${JSON.stringify(found)}.`)
  }
  if (stored.length !== orders.length) faults.push(`${orders.length} orders were acknowledged, and ${stored.length} are stored.`)
  const numbers = stored.map(({ number }) => Number(number))
  const gaps = numbers.filter((number, index) => index > 0 && number !== numbers[index - 1]! + 1)
  if (gaps.length > 0) faults.push(`Before these numbers there are gaps, or they stand twice: ${gaps.join(', ')}.`)
  for (const [sql, sentence] of [
    [unsound, 'does not add up'],
    [twice, 'was ordered more than once'],
  ] as const) {
    for (const row of await database.query(sql)) faults.push(`${JSON.stringify(row)} ${sentence}.`)
  }
  return faults
}

/** The tables that the nodes do not agree on; `urls` name the same database at each of them. */
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
  // Leases are signs of life: they are written all the time.
  return names.filter((name) => name !== 'svc_leases' && new Set(sums.map((rows) => rows.get(name))).size > 1)
}
