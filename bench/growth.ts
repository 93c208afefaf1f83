// Compares an old shop with one a tenth its size: lists, searches, cleanup, reports, start and memory.
// Run `npm run bench:growth`. It uses SQLite, and MariaDB if it is installed. SVC_BENCH_GROWTH=0.01 makes both shops smaller.
// SVC_BENCH_FOLDER names a folder that caches the SQLite shops for the next run.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createConnection } from 'mysql2/promise'
import { openDatabase } from '../core/storage/database/connection.js'
import { startAdmin } from '../test/plugins/admin/service.js'
import { checkoutPlugins } from '../test/support/selling-shop.js'
import { mariadbMissingMessage, startMariadb } from '../test/support/mariadb.js'
import { type BenchCall, benchCalls, type OpenGrownShop } from './support/growth-actions.js'
import { type GrownShop, growShop, type ShopSize } from './support/grown-shop.js'
import { startServerProcess } from './support/server-process.js'
import { type ReportedMeasure, computeMedian, printReport } from './support/report.js'

const growthScale = Number(process.env['SVC_BENCH_GROWTH'] ?? 1)
const turnsPerAction = Number(process.env['SVC_BENCH_ROUNDS'] ?? 15)
const databases = (process.env['SVC_BENCH_DATABASES'] ?? 'sqlite,mariadb').split(',')
const selectedActions = new RegExp(process.env['SVC_BENCH_ONLY'] ?? '', 'i')
const program = fileURLToPath(new URL('../../bin/svc', import.meta.url))
const shopFolder = process.env['SVC_BENCH_FOLDER']
/** Maximum cost ratio of a shop ten times as large. */
const maxCostRatio = 1.3
/**
 * Results above the goal are measured again with this many times more turns, and the second result counts. On a busy machine, the median of
 * 15 turns on a server varies between 0.7 and 1.5 where that of 300 is 1.1.
 */
const repeatFactor = 20

const toShopSize = (part: number): ShopSize => ({
  configurations: Math.round(1_000_000 * growthScale * part),
  orders: Math.round(200_000 * growthScale * part),
  products: Math.round(10_000 * growthScale * part),
  answers: Math.round(100_000 * growthScale * part),
})

interface FilledShop extends ShopSize {
  readonly database: string
  readonly shop: GrownShop
}

async function fillShop(database: string, part: number): Promise<FilledShop> {
  const note = shopFolder && database.startsWith('sqlite:') ? join(shopFolder, `${part}.json`) : null
  if (note !== null && existsSync(note))
    return { ...toShopSize(part), database, shop: JSON.parse(readFileSync(note, 'utf8')) as GrownShop }
  const startTime = performance.now()
  const shop = await growShop(database, toShopSize(part))
  const seconds = ((performance.now() - startTime) / 1_000).toFixed(0)
  const path = /^sqlite:(.+)$/.exec(database)?.[1]
  const bytes = path === undefined ? '' : `, ${(statSync(path).size / 1_048_576).toFixed(0)} MiB`
  console.log(`${toShopSize(part).orders} orders were made in ${seconds} s${bytes}.`)
  if (note !== null) writeFileSync(note, JSON.stringify(shop))
  return { ...toShopSize(part), database, shop }
}

/** Milliseconds of CPU time, which a busy machine does not affect; wall-clock time if a database server does the work. */
async function measureAction(benchCall: BenchCall, opened: OpenGrownShop, isServer: boolean): Promise<number> {
  await benchCall.before?.(opened)
  const [startTime, used] = [performance.now(), process.cpuUsage()]
  await benchCall.run(opened)
  const { user, system } = process.cpuUsage(used)
  return isServer ? performance.now() - startTime : (user + system) / 1_000
}

interface ShopPair {
  readonly baseline: OpenGrownShop
  readonly ours: OpenGrownShop
}
type ShopTimes = Record<keyof ShopPair, number[]>

/**
 * Alternates between both shops, so load on the machine affects both equally, and alternates the order. The first turn warms the
 * caches.
 */
async function measureAlternately(benchCall: BenchCall, pair: ShopPair, isServer: boolean, turns: number): Promise<ShopTimes> {
  const took: ShopTimes = { baseline: [], ours: [] }
  for (let turn = -1; turn < turns; turn++) {
    for (const which of turn % 2 === 0 ? (['baseline', 'ours'] as const) : (['ours', 'baseline'] as const)) {
      const milliseconds = await measureAction(benchCall, pair[which], isServer)
      if (turn >= 0) took[which].push(milliseconds)
    }
  }
  return took
}

const computeRatio = ({ baseline, ours }: ShopTimes): number => computeMedian(ours) / computeMedian(baseline)

/** Measures the action on both shops, and again with more turns if the ratio exceeds the goal. */
async function measureReliably(benchCall: BenchCall, pair: ShopPair, isServer: boolean): Promise<ShopTimes> {
  const turns = benchCall.times ?? turnsPerAction
  const took = await measureAlternately(benchCall, pair, isServer, turns)
  if (benchCall.grows || computeRatio(took) <= maxCostRatio) return took
  const again = await measureAlternately(benchCall, pair, isServer, turns * repeatFactor)
  console.log(
    `'${benchCall.name}' measured ${computeRatio(took).toFixed(2)} after ${turns} turns, ${computeRatio(again).toFixed(2)} after ${turns * repeatFactor}.`,
  )
  return again
}

async function compareActions(small: FilledShop, large: FilledShop): Promise<ReportedMeasure[]> {
  const services = await Promise.all(
    [small, large].map(async ({ database, ...rest }) => {
      const opened = await openDatabase(database)
      await opened.run('DELETE FROM svc_admin_accounts')
      const service = await startAdmin({ opened, plugins: checkoutPlugins, openConfigurations: 10_000_000, limits: 'memory' })
      const author = await service.as(
        'catalog:write',
        'orders:write',
        'customers:write',
        'conversations:read',
        'store:write',
        'system:write',
      )
      const grownShop: OpenGrownShop = { ...rest, app: service.app, desk: author }
      return { service, opened: grownShop }
    }),
  )
  const measures: ReportedMeasure[] = []
  const isServer = !small.database.startsWith('sqlite:')
  try {
    const [baseline, ours] = services.map(({ opened }) => opened) as [OpenGrownShop, OpenGrownShop]
    for (const benchCall of benchCalls.filter(({ name }) => selectedActions.test(name))) {
      const took = await measureReliably(benchCall, { baseline, ours }, isServer)
      measures.push({ name: benchCall.name, unit: 'ms', ...took, ...(!benchCall.grows && { goal: maxCostRatio }) })
    }
  } finally {
    for (const { service } of services) await service.stop()
  }
  return measures
}

/** Measures the start of a new process until it listens, and its memory then. */
async function compareStarts(small: FilledShop, large: FilledShop): Promise<ReportedMeasure[]> {
  const measured = [small, large].map(() => ({ started: [] as number[], cpu: [] as number[], memory: [] as number[] }))
  for (let turn = 0; turn < 5; turn++) {
    for (const [at, { database }] of [small, large].entries()) {
      const env = { SVC_DATABASE_URL: database, SVC_PORT: '0', SVC_DEMO: 'off', SVC_LOG_LEVEL: 'error' }
      const server = await startServerProcess([program, 'svc:serve'], env)
      measured[at]!.started.push(server.started)
      measured[at]!.cpu.push(server.cpu() * 1_000)
      for (const path of ['/', '/svc-api/runtime/v1/products?limit=50', '/health/ready', '/sitemap.xml'])
        await (await fetch(server.url + path)).text()
      measured[at]!.memory.push(server.memory())
      await server.stop()
    }
  }
  const [baseline, ours] = measured as [(typeof measured)[0], (typeof measured)[0]]
  const row = (name: string, unit: string, key: 'started' | 'cpu' | 'memory'): ReportedMeasure => ({
    name,
    unit,
    goal: maxCostRatio,
    ours: ours[key],
    baseline: baseline[key],
  })
  return [
    row('start: until it listens', 'ms', 'started'),
    row('start: processor time', 'ms', 'cpu'),
    row('memory after a few pages', 'MB', 'memory'),
  ]
}

async function compareShops(title: string, urls: readonly [small: string, large: string]): Promise<void> {
  const small = await fillShop(urls[0], 0.1)
  const large = await fillShop(urls[1], 1)
  const measures = [
    ...(await compareActions(small, large)),
    ...(selectedActions.test('start memory') ? await compareStarts(small, large) : []),
  ]
  printReport(`${title}: a shop with ten times as much (ours) beside one with a tenth (baseline); medians`, measures)
  const grown = measures.filter(
    (measure) => measure.goal !== undefined && computeMedian(measure.ours) > maxCostRatio * computeMedian(measure.baseline!),
  )
  console.log(grown.length === 0 ? 'Nothing grows.' : `What grows: ${grown.map(({ name }) => name).join('; ')}.`)
}

const workFolder = shopFolder ?? mkdtempSync(join(tmpdir(), 'svc-bench-'))
try {
  if (databases.includes('sqlite'))
    await compareShops('SQLite', [`sqlite:${join(workFolder, 'small.sqlite')}`, `sqlite:${join(workFolder, 'large.sqlite')}`])
  const mariadb = databases.includes('mariadb') ? await startMariadb({ pool: '2G' }) : null
  if (mariadb === null) console.log(databases.includes('mariadb') ? mariadbMissingMessage : 'Without MariaDB.')
  else {
    try {
      const connection = await createConnection(mariadb.server)
      for (const name of ['small', 'large']) await connection.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`)
      await connection.end()
      await compareShops('MariaDB', [`${mariadb.server}/small`, `${mariadb.server}/large`])
    } finally {
      await mariadb.stop()
    }
  }
} finally {
  if (shopFolder === undefined) rmSync(workFolder, { recursive: true, force: true })
}
