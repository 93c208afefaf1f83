// Measures 1, 2 and 4 processes on one MariaDB and on a three-node Galera cluster: throughput, p99 and CPU time.
// Run `npm run bench:scale`; SVC_BENCH_SECONDS=2 shortens it. Processes, databases and shoppers share the CPUs of this machine, so compare
// the CPU time per action and the ratios, not absolute throughput.
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { createConnection } from 'mysql2/promise'
import { mariadbMissingMessage, startMariadb } from '../test/support/mariadb.js'
import { galeraLacks, startCluster } from '../test/scale/galera.js'
import { runMultiProcessLoad, multiProcessActions, findProcessByPort, readCpuSeconds } from './support/multi-process-load.js'
import { type ServerProcess, startServerProcess } from './support/server-process.js'
import { runInShop, createPurchasableShop, type PurchasableProduct } from './support/purchase.js'
import { type ReportedMeasure, printReport } from './support/report.js'

const serverProgram = fileURLToPath(new URL('support/shop-server.js', import.meta.url))
const seconds = Number(process.env['SVC_BENCH_SECONDS'] ?? 8)
const shoppers = Number(process.env['SVC_BENCH_SHOPPERS'] ?? 12)
const processCounts = (process.env['SVC_BENCH_PROCESSES'] ?? '1,2,4').split(',').map(Number)
const selectedDatabases = (process.env['SVC_BENCH_ONLY'] ?? '').split(',').filter((name) => name !== '')

interface DatabaseLocation {
  readonly name: string
  /** The database URL for process `at`. */
  url(at: number): string
  /** Ports of the database servers. */
  readonly ports: readonly number[]
}

interface LoadResult {
  readonly rate: number
  readonly p99: number
  /** Milliseconds of CPU time per action in the service and in all database servers. */
  readonly service: number
  readonly database: number
}

async function measureProcesses(
  place: DatabaseLocation,
  wares: PurchasableProduct,
  processes: number,
): Promise<ReadonlyMap<string, LoadResult>> {
  const servers: ServerProcess[] = []
  const costs = new Map<string, LoadResult>()
  try {
    for (let at = 0; at < processes; at++) servers.push(await startServerProcess([serverProgram, place.url(at)]))
    const pids = place.ports.map(findProcessByPort)
    const urls = servers.map(({ url }) => url)
    for (const action of multiProcessActions) {
      // Warm up the JIT compiler.
      await runMultiProcessLoad(urls, wares, action, { shoppers, seconds: Math.min(3, seconds) })
      const spent = () => ({
        service: servers.reduce((sum, server) => sum + server.cpu(), 0),
        database: pids.reduce((sum, pid) => sum + readCpuSeconds(pid), 0),
      })
      const before = spent()
      const { done: completedRuns, rate, p99 } = await runMultiProcessLoad(urls, wares, action, { shoppers, seconds })
      const after = spent()
      const each = (key: 'service' | 'database'): number => ((after[key] - before[key]) * 1_000) / completedRuns
      costs.set(action.name, { rate, p99, service: each('service'), database: each('database') })
    }
  } finally {
    for (const server of servers) await server.stop()
  }
  return costs
}

const measures: ReportedMeasure[] = []
const singleProcessCosts = new Map<string, LoadResult>()

async function measureDatabase(place: DatabaseLocation): Promise<void> {
  const wares = await runInShop(place.url(0), createPurchasableShop)
  for (const processes of processCounts) {
    for (const [actionName, cost] of await measureProcesses(place, wares, processes)) {
      const base = singleProcessCosts.get(actionName) ?? cost
      singleProcessCosts.set(actionName, base)
      const name = `${actionName}, ${processes} on ${place.name}`
      const row = (measure: string, unit: string, key: keyof LoadResult): ReportedMeasure => ({
        name: `${name}: ${measure}`,
        unit,
        ours: [cost[key]],
        baseline: [base[key]],
      })
      measures.push(row('throughput', '1/s', 'rate'), row('p99', 'ms', 'p99'))
      measures.push(row('processor time of the service', 'ms', 'service'), row('of the database', 'ms', 'database'))
    }
  }
}

if (selectedDatabases.length === 0 || selectedDatabases.includes('mariadb')) {
  const mariadb = await startMariadb({ pool: '512M' })
  if (mariadb === null) console.log(mariadbMissingMessage)
  else {
    try {
      const connection = await createConnection(mariadb.server)
      await connection.query('CREATE DATABASE shop CHARACTER SET utf8mb4')
      await connection.end()
      await measureDatabase({
        name: 'one MariaDB',
        url: () => `${mariadb.server}/shop`,
        ports: [Number(new URL(mariadb.server).port)],
      })
    } finally {
      await mariadb.stop()
    }
  }
}
if (selectedDatabases.length === 0 || selectedDatabases.includes('galera')) {
  const lacking = await galeraLacks()
  if (lacking !== null) console.log(`A cluster cannot be measured here: ${lacking}`)
  else {
    const cluster = await startCluster(3, 'shop')
    try {
      const ports = cluster.nodes.map((node) => node.ports.sql)
      await measureDatabase({ name: 'three nodes', url: (at) => cluster.url('shop', at % 3), ports })
    } finally {
      await cluster.stop()
    }
  }
}
printReport(
  `${shoppers} shoppers on ${availableParallelism()} processors; beside one process on the first database (baseline)`,
  measures,
)
