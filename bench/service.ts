// Measures the whole service from outside (start, memory, REST import, lists, reads) against a bare server on the same rows.
// Run `npm run bench:service`.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { createJsonClient } from '../test/support/json-client.js'
import { importProduct } from '../test/oracle/oracle-import.js'
import { readOracleProduct } from '../test/oracle/oracle-product.js'
import { type ReportedMeasure, printReport } from './support/report.js'
import { type ServerProcess, startServerProcess } from './support/server-process.js'

const program = fileURLToPath(new URL('../../bin/svc', import.meta.url))
const limitProgram = fileURLToPath(new URL('support/limit-server.js', import.meta.url))
const rounds = 5
const seconds = 3

function createSettings(database: string): Record<string, string> {
  return { SVC_DATABASE_URL: `sqlite:${database}`, SVC_PORT: '0', SVC_DEMO: 'off', SVC_LOG_LEVEL: 'error' }
}

const startService = (database: string): Promise<ServerProcess> =>
  startServerProcess([program, 'svc:serve'], createSettings(database))
const startLimit = (database: string): Promise<ServerProcess> => startServerProcess([limitProgram, database, '0'])

/** Milliseconds from process start to the reply to a first list request. */
async function firstAnswer(server: ServerProcess, token: string): Promise<number> {
  const startTime = performance.now()
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${server.url}/svc-api/v1/question?filter[question_type]=Radiobuttons`, { headers })
  await response.text()
  if (!response.ok) throw new Error(`The first answer of ${server.url} is ${response.status}.`)
  return server.started + (performance.now() - startTime)
}

async function measureStarts(folder: string, database: string, token: string): Promise<readonly ReportedMeasure[]> {
  const cold: number[] = []
  const warm: number[] = []
  const limit: number[] = []
  const answered: number[] = []
  const limitAnswered: number[] = []
  const memory: number[] = []
  const limitMemory: number[] = []
  for (let round = 0; round < rounds; round++) {
    const first = await startService(join(folder, `cold-${round}.sqlite`))
    cold.push(first.started)
    await first.stop()
    const again = await startService(database)
    warm.push(again.started)
    answered.push(await firstAnswer(again, token))
    memory.push(again.memory())
    await again.stop()
    const bare = await startLimit(database)
    limit.push(bare.started)
    limitAnswered.push(await firstAnswer(bare, token))
    limitMemory.push(bare.memory())
    await bare.stop()
  }
  return [
    { name: 'start on an empty database', unit: 'ms', ours: cold, baseline: limit },
    { name: 'start on an installed database', unit: 'ms', ours: warm, baseline: limit, goal: 2 },
    { name: 'start to the first answer', unit: 'ms', ours: answered, baseline: limitAnswered, goal: 2 },
    { name: 'memory at rest', unit: 'MB', ours: memory, baseline: limitMemory },
  ]
}

/** CPU milliseconds per request and requests per second, over a few seconds. */
async function measureLoad(
  server: ServerProcess,
  path: string,
  token: string,
): Promise<{ readonly cpu: number; readonly rate: number }> {
  const before = server.cpu()
  const result = await autocannon({
    url: server.url + path,
    connections: 10,
    duration: seconds,
    headers: { authorization: `Bearer ${token}` },
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${path} failed ${result.non2xx + result.errors} times.`)
  return { cpu: ((server.cpu() - before) * 1000) / result.requests.total, rate: result.requests.total / result.duration }
}

async function measureReads(
  service: ServerProcess,
  limit: ServerProcess,
  token: string,
  id: number,
): Promise<readonly ReportedMeasure[]> {
  const paths = {
    'list of 50 with filter and total': '/svc-api/v1/question?filter[question_type]=Radiobuttons&limit=50',
    'single read': `/svc-api/v1/question/${id}`,
  }
  const measures: ReportedMeasure[] = []
  for (const [name, path] of Object.entries(paths)) {
    const ours = { cpu: [] as number[], rate: [] as number[] }
    const bare = { cpu: [] as number[], rate: [] as number[] }
    for (let round = 0; round < 3; round++) {
      for (const [server, into] of [
        [service, ours],
        [limit, bare],
      ] as const) {
        const { cpu, rate } = await measureLoad(server, path, token)
        into.cpu.push(cpu)
        into.rate.push(rate)
      }
    }
    measures.push({
      name: `${name}, CPU a request`,
      unit: 'ms',
      ours: ours.cpu,
      baseline: bare.cpu,
      goal: name === 'single read' ? 2 : 1.67,
    })
    measures.push({ name: `${name}, throughput`, unit: 'req/s', ours: ours.rate, baseline: bare.rate })
  }
  return measures
}

/** Authors electronic-shopping over REST, then creates as many questions on the bare server. */
async function measureImport(
  service: ServerProcess,
  limit: ServerProcess,
  token: string,
): Promise<{ measure: readonly ReportedMeasure[]; question: number }> {
  const client = createJsonClient(service.url, token)
  const startTime = performance.now()
  const imported = await importProduct(client, readOracleProduct('electronic-shopping'), {
    languages: ['en-GB', 'de-DE'],
    taxClassId: 1,
  })
  const ours = (performance.now() - startTime) / imported.requests
  client.close()
  const bare = createJsonClient(limit.url, token)
  const [page = 0] = imported.pages.values()
  const from = performance.now()
  for (let i = 0; i < imported.requests; i++) {
    const body = { page_id: page, question_type: 'Radiobuttons', required: true, title_en_GB: `Q ${i}`, title_de_DE: `F ${i}` }
    await bare.data('POST', '/svc-api/v1/question', body)
  }
  const base = (performance.now() - from) / imported.requests
  bare.close()
  const name = `import of electronic-shopping, ${imported.requests} requests, each`
  return { measure: [{ name, unit: 'ms', ours: [ours], baseline: [base] }], question: [...imported.questions.values()][0]! }
}

const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))
try {
  const database = join(folder, 'shop.sqlite')
  const minted = execFileSync(process.execPath, [program, 'svc:token:mint', 'bench', '--preset', 'everything', '--json'], {
    env: { ...process.env, ...createSettings(database) },
    encoding: 'utf8',
  })
  const { token } = JSON.parse(minted) as { token: string }
  const starts = await measureStarts(folder, database, token)
  const service = await startService(database)
  const limit = await startLimit(database)
  try {
    const { measure, question } = await measureImport(service, limit, token)
    const reads = await measureReads(service, limit, token, question)
    const after: ReportedMeasure = { name: 'memory after load', unit: 'MB', ours: [service.memory()], baseline: [limit.memory()] }
    printReport('The service beside a bare server on the same rows (medians)', [...starts, ...measure, ...reads, after])
  } finally {
    await service.stop()
    await limit.stop()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
