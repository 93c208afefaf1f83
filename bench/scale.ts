// Measures how little lists and reads cost more where there are ten times the records: `npm run bench:scale`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Server, startServer } from './support/process.js'
import { calls, type Cost, load, seedQuestions } from './support/question-load.js'
import { type Measure, printReport } from './support/report.js'

const program = fileURLToPath(new URL('../../bin/svc', import.meta.url))
const [few, many] = [10_000, 100_000]
const seconds = Number(process.env['SVC_BENCH_SECONDS'] ?? 3)
const rounds = 5
const connections = 10

interface Shop {
  readonly server: Server
  readonly token: string
  readonly costs: Cost[]
}

async function openShop(folder: string, records: number): Promise<Shop> {
  const database = `sqlite:${join(folder, `${records}.sqlite`)}`
  const token = await seedQuestions(database, records)
  const env = { SVC_DATABASE_URL: database, SVC_PORT: '0', SVC_DEMO: 'off', SVC_LOG_LEVEL: 'error' }
  return { server: await startServer([program, 'svc:serve'], env), token, costs: [] }
}

const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))
const shops: Shop[] = []
try {
  for (const records of [few, many]) shops.push(await openShop(folder, records))
  const [small, large] = shops as [Shop, Shop]
  const measures: Measure[] = []
  for (const call of calls.filter(({ method }) => method === 'GET')) {
    for (const shop of shops) shop.costs.length = 0
    for (let round = 0; round < rounds; round++) {
      for (const { server, token, costs } of shops) costs.push(await load(server, call, token, connections, seconds))
    }
    const of = (key: keyof Cost) => ({
      ours: large.costs.map((cost) => cost[key]),
      baseline: small.costs.map((cost) => cost[key]),
    })
    measures.push({ name: `${call.name}: CPU a request`, unit: 'ms', ...of('cpu'), goal: 1.3 })
    measures.push({ name: `${call.name}: throughput`, unit: 'req/s', ...of('rate') })
  }
  printReport(`${many} questions (ours) beside ${few} (baseline), SQLite, ${connections} at a time (medians)`, measures)
} finally {
  for (const { server } of shops) await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
