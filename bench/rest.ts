// Measures list, read, PATCH and POST over REST against a bare server that does the same work on the same rows.
// Run `npm run bench:rest`. It uses SQLite, and a private MariaDB if one is installed.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createConnection } from 'mysql2/promise'
import { mariadbMissingMessage, startMariadb } from '../test/support/mariadb.js'
import { startServerProcess } from './support/server-process.js'
import { loadCalls, type RequestCost, measureCall, seedQuestions } from './support/question-load.js'
import { type ReportedMeasure, printReport } from './support/report.js'

const serviceProgram = fileURLToPath(new URL('../../bin/svc', import.meta.url))
const limitProgram = fileURLToPath(new URL('support/limit-server.js', import.meta.url))
const records = Number(process.env['SVC_BENCH_RECORDS'] ?? 10_000)
const seconds = Number(process.env['SVC_BENCH_SECONDS'] ?? 3)
const rounds = 3

/** @param goal maximum ratio of the service's cost to the bare server's; default is the goal of each call */
async function compareServers(title: string, database: string, goal?: number): Promise<void> {
  const token = await seedQuestions(database, records)
  const env = { SVC_DATABASE_URL: database, SVC_PORT: '0', SVC_DEMO: 'off', SVC_LOG_LEVEL: 'error' }
  const service = await startServerProcess([serviceProgram, 'svc:serve'], env)
  const limit = await startServerProcess([limitProgram, database, '0'])
  const measures: ReportedMeasure[] = [
    { name: 'memory at rest', unit: 'MB', ours: [service.memory()], baseline: [limit.memory()] },
  ]
  try {
    for (const call of loadCalls) {
      for (const connections of [1, 10, 50]) {
        const costs: { readonly ours: RequestCost[]; readonly limit: RequestCost[] } = { ours: [], limit: [] }
        for (let round = 0; round < rounds; round++) {
          costs.ours.push(await measureCall(service, call, token, connections, seconds))
          costs.limit.push(await measureCall(limit, call, token, connections, seconds))
        }
        const of = (key: keyof RequestCost) => ({
          ours: costs.ours.map((cost) => cost[key]),
          baseline: costs.limit.map((cost) => cost[key]),
        })
        const name = `${call.name}, ${connections} at a time`
        measures.push({ name: `${name}: CPU a request`, unit: 'ms', ...of('cpu'), goal: goal ?? call.goal })
        measures.push({ name: `${name}: throughput`, unit: 'req/s', ...of('rate') })
        measures.push({ name: `${name}: p99`, unit: 'ms', ...of('p99'), ...(connections === 50 && { goal: 2 }) })
      }
    }
    measures.push({ name: 'memory after load', unit: 'MB', ours: [service.memory()], baseline: [limit.memory()] })
  } finally {
    await service.stop()
    await limit.stop()
  }
  printReport(`${title}, ${records} questions (medians)`, measures)
}

async function compareOnMariadb(): Promise<void> {
  const mariadb = await startMariadb()
  if (mariadb === null) {
    console.log(mariadbMissingMessage)
    return
  }
  try {
    const connection = await createConnection(mariadb.server)
    await connection.query('CREATE DATABASE svc_bench CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci')
    await connection.end()
    await compareServers('MariaDB', `${mariadb.server}/svc_bench`, 1.67)
  } finally {
    await mariadb.stop()
  }
}

const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))
try {
  await compareServers('SQLite', `sqlite:${join(folder, 'shop.sqlite')}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
await compareOnMariadb()
