// Measures the dashboard's statistics of a large shop against sums over the same orders and configurations: `npm run bench:statistics`.
// SVC_BENCH_STATISTICS=0.1 makes the shop a tenth of a million configurations. SVC_BENCH_ROUNDS sets the number of turns.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from '../core/app.js'
import { readStatistics, type StatisticsInterval } from '../plugins/statistics/report.js'
import { formatIsoTime } from '../core/foundation/clock.js'
import { growShop } from './support/grown-shop.js'
import { runInShop } from './support/purchase.js'
import { printReport, type ReportedMeasure } from './support/report.js'

const shopScale = Number(process.env['SVC_BENCH_STATISTICS'] ?? 1)
const turns = Number(process.env['SVC_BENCH_ROUNDS'] ?? 15)
/** The goal in milliseconds. */
const maximumTime = 1_000
const day = 86_400_000

const size = {
  configurations: Math.round(1_000_000 * shopScale),
  orders: Math.round(200_000 * shopScale),
  products: Math.max(10, Math.round(10_000 * shopScale)),
  answers: Math.max(60, Math.round(100_000 * shopScale)),
}

async function measure(work: () => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  return times
}

/** The same figures of a year, without stored days. */
async function sumRecords({ context }: App): Promise<void> {
  const { database, clock } = context
  const since = [formatIsoTime(clock.now() - 730 * day)]
  await database.query(
    `SELECT SUBSTR(placed, 1, 10) AS day, currency_code, COUNT(*) AS orders, SUM(net) AS net, SUM(gross) AS gross
    FROM svc_sales_order WHERE placed >= ? AND number IS NOT NULL GROUP BY SUBSTR(placed, 1, 10), currency_code`,
    since,
  )
  await database.query(
    `SELECT l.product_id, SUM(l.quantity) AS quantity, SUM(l.net) AS net FROM svc_sales_order o
    JOIN svc_order_line l ON l.sales_order_id = o.id WHERE o.placed >= ? GROUP BY l.product_id`,
    since,
  )
  await database.query(
    `SELECT c.answer_id, SUM(l.quantity) AS quantity FROM svc_sales_order o JOIN svc_order_line l ON l.sales_order_id = o.id
    JOIN svc_order_line_config c ON c.order_line_id = l.id WHERE o.placed >= ? GROUP BY c.answer_id`,
    since,
  )
  await database.query(
    `SELECT SUBSTR(created, 1, 10) AS day, state, COUNT(*) AS amount FROM svc_configuration WHERE created >= ?
    GROUP BY SUBSTR(created, 1, 10), state`,
    since,
  )
}

async function run(database: string): Promise<void> {
  const began = performance.now()
  await growShop(database, size)
  console.log(`${size.configurations} configurations were made in ${((performance.now() - began) / 1_000).toFixed(0)} s.`)
  await runInShop(database, async (app) => {
    // The oldest order is of 1970: its days would only be empty ones.
    const oldest = formatIsoTime(app.context.clock.now() - 7 * 365 * day)
    await app.context.database.run('UPDATE svc_sales_order SET placed = ? WHERE placed < ?', [oldest, oldest])
    const rollUp = (): Promise<void> => app.operations.tasks.run('roll-up-statistics')
    const first = performance.now()
    await rollUp()
    const all: ReportedMeasure = { name: 'all days, once', unit: 's', ours: [(performance.now() - first) / 1_000] }
    const repeated: ReportedMeasure = { name: 'the task when nothing is missing', unit: 'ms', ours: await measure(rollUp) }
    const baseline = await measure(() => sumRecords(app))
    const reports: ReportedMeasure[] = []
    for (const interval of ['day', 'week', 'month'] satisfies readonly StatisticsInterval[])
      reports.push({
        ...{ name: `report by ${interval}`, unit: 'ms', most: maximumTime, baseline },
        ours: await measure(() => readStatistics(app.context, interval)),
      })
    printReport(`Statistics of ${size.configurations} configurations and ${size.orders} orders`, [...reports, all, repeated])
    const slow = reports.filter(({ ours }) => Math.max(...ours) > maximumTime)
    if (slow.length > 0) throw new Error(`Above ${maximumTime} ms: ${slow.map(({ name }) => name).join(', ')}.`)
  })
}

const folder = mkdtempSync(join(tmpdir(), 'svc-statistics-'))
try {
  await run(`sqlite:${join(folder, 'shop.sqlite')}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
