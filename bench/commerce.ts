// Measures whole purchases from configuration to order, against a bare server that stores the same rows in as many calls.
// Both servers handle six requests with six transactions per purchase, and the bench checks that they store the same rows. The bare server
// locks the affected rows, writes each row with a prepared statement, takes the order number last, and replies with recorded text. It does
// not validate, price or translate. Run `npm run bench:commerce`. It uses SQLite, and a private MariaDB if one is installed.
// SVC_BENCH_SECONDS=1 and SVC_BENCH_WARMING=20 shorten it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createConnection } from 'mysql2/promise'
import type { App } from '../core/app.js'
import { mariadbMissingMessage, startMariadb } from '../test/support/mariadb.js'
import { startServerProcess } from './support/server-process.js'
import {
  runInShop,
  createPurchasableShop,
  type PurchasableProduct,
  collectTableKeys,
  limitTable,
  recordPurchase,
} from './support/purchase.js'
import { type ReportedMeasure, printReport } from './support/report.js'
import { type PurchaseRates, runShoppers } from './support/shoppers.js'

const resolveProgram = (name: string): string => fileURLToPath(new URL(`support/${name}.js`, import.meta.url))
const seconds = Number(process.env['SVC_BENCH_SECONDS'] ?? 2)
/** Many short rounds: a disturbance of some seconds then affects one round and not the median. */
const rounds = Number(process.env['SVC_BENCH_ROUNDS'] ?? 9)
/** Warm-up purchases until the JIT compiler has optimized the hot code. After only 400, a purchase costs the service 50 % more CPU. */
const warmUpPurchases = Number(process.env['SVC_BENCH_WARMING'] ?? 1_500)
/** Databases to measure. */
const databases = (process.env['SVC_BENCH_DATABASES'] ?? 'sqlite,mariadb').split(',')
const shopperCounts = (process.env['SVC_BENCH_SHOPPERS'] ?? '1,10,50').split(',').map(Number)

type RowCounts = ReadonlyMap<string, number>

async function countRows(app: App): Promise<RowCounts> {
  const counts = new Map<string, number>()
  for (const table of collectTableKeys(app).keys()) {
    if (table === limitTable) continue
    const [row] = await app.context.database.query<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`)
    counts.set(table, Number(row!.n))
  }
  return counts
}

interface StockedShop {
  readonly wares: PurchasableProduct
  readonly rows: RowCounts
}

/** Throws unless every reply has one complete order with its own number, and none is missing. */
async function requireCompleteOrders(database: string, numbers: readonly number[]): Promise<void> {
  await runInShop(database, async (app) => {
    const rows = async (sql: string) => (await app.context.database.query<Record<string, number>>(sql))[0]!
    const orders = await rows(
      "SELECT COUNT(*) AS placed, COUNT(DISTINCT cart_id) AS carts, MAX(number) - MIN(number) + 1 AS span FROM svc_sales_order WHERE status = 'ordered'",
    )
    const lines = await rows(
      `SELECT COUNT(*) AS n FROM svc_sales_order o WHERE o.status = 'ordered' AND o.gross <> o.delivery_gross + o.payment_gross
        + (SELECT SUM(l.gross) FROM svc_order_line l WHERE l.sales_order_id = o.id)`,
    )
    const numberCount = new Set(numbers).size
    // Includes the recorded purchase, which was not made over HTTP.
    const faults = [
      ...(numberCount === numbers.length ? [] : [`${numbers.length - numberCount} numbers were told twice`]),
      ...(Number(orders['placed']) === numberCount + 1
        ? []
        : [`${numberCount} orders were told and ${orders['placed']} are stored`]),
      ...(orders['placed'] === orders['carts'] ? [] : ['a cart was ordered twice']),
      ...(Number(orders['span']) === Number(orders['placed']) ? [] : ['numbers are missing']),
      ...(Number(lines['n']) === 0 ? [] : [`${lines['n']} orders do not add up`]),
    ]
    if (faults.length > 0) throw new Error(`${database}: ${faults.join(', ')}.`)
  })
}

async function compareServers(title: string, ours: string, bare: string): Promise<void> {
  const recording = join(folder, `${title}.json`)
  const stockAndRecord = (database: string) =>
    runInShop(database, async (app): Promise<StockedShop> => {
      const wares = await createPurchasableShop(app)
      writeFileSync(recording, JSON.stringify(await recordPurchase(app, wares)))
      return { wares, rows: await countRows(app) }
    })
  const own = await stockAndRecord(ours)
  const { wares } = own
  const other = await stockAndRecord(bare)
  const service = await startServerProcess([resolveProgram('shop-server'), ours])
  const limit = await startServerProcess([resolveProgram('limit-shop'), bare, recording, '0'])
  const measures: ReportedMeasure[] = []
  const numbers = { ours: [] as number[], bare: [] as number[] }
  const servers = [
    [service, 'ours'],
    [limit, 'bare'],
  ] as const
  try {
    // Warm up both servers before measuring.
    for (const [server, key] of servers)
      numbers[key].push(...(await runShoppers(server, wares, 10, { purchases: warmUpPurchases })).numbers)
    for (const shoppers of shopperCounts) {
      const bought: { readonly ours: PurchaseRates[]; readonly bare: PurchaseRates[] } = { ours: [], bare: [] }
      for (let round = 0; round < rounds; round++) {
        for (const [server, key] of servers) {
          const result = await runShoppers(server, wares, shoppers, { seconds })
          bought[key].push(result)
          numbers[key].push(...result.numbers)
        }
      }
      const of = (key: 'rate' | 'cpu' | 'p50' | 'p99') => ({
        ours: bought.ours.map((run) => run[key]),
        baseline: bought.bare.map((run) => run[key]),
      })
      const name = `${shoppers} shopper${shoppers === 1 ? '' : 's'}`
      measures.push({ name: `${name}: checkouts a second`, unit: '/s', ...of('rate'), least: 0.5 })
      measures.push({ name: `${name}: a whole checkout, p50`, unit: 'ms', ...of('p50') })
      measures.push({ name: `${name}: a whole checkout, p99`, unit: 'ms', ...of('p99') })
      measures.push({ name: `${name}: CPU a checkout`, unit: 'ms', ...of('cpu') })
    }
  } finally {
    await service.stop()
    await limit.stop()
  }
  printReport(`${title} (medians)`, measures)
  await requireCompleteOrders(ours, numbers.ours)
  await requireCompleteOrders(bare, numbers.bare)
  const grown = async (database: string, { rows }: StockedShop): Promise<RowCounts> => {
    const now = await runInShop(database, countRows)
    return new Map([...now].map(([table, count]) => [table, count - rows.get(table)!]))
  }
  const [mine, theirs] = [await grown(ours, own), await grown(bare, other)]
  const unlike = [...mine].filter(([table, count]) => count * numbers.bare.length !== theirs.get(table)! * numbers.ours.length)
  if (unlike.length > 0) throw new Error(`The bare server stores other rows in ${unlike.map(([table]) => table).join(', ')}.`)
  console.log(`${title}: ${numbers.ours.length} orders and ${numbers.bare.length} of the bare server, none lost, none double.\n`)
}

async function compareOnMariadb(): Promise<void> {
  // Both wait for the disk, as on SQLite: a reported order must survive a crash.
  const mariadb = await startMariadb({ isDurable: true })
  if (mariadb === null) {
    console.log(mariadbMissingMessage)
    return
  }
  try {
    const connection = await createConnection(mariadb.server)
    for (const name of ['ours', 'bare']) {
      await connection.query(`CREATE DATABASE svc_${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`)
    }
    await connection.end()
    await compareServers('MariaDB', `${mariadb.server}/svc_ours`, `${mariadb.server}/svc_bare`)
  } finally {
    await mariadb.stop()
  }
}

const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))
try {
  if (databases.includes('sqlite'))
    await compareServers('SQLite', `sqlite:${join(folder, 'ours.sqlite')}`, `sqlite:${join(folder, 'bare.sqlite')}`)
  if (databases.includes('mariadb')) await compareOnMariadb()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
