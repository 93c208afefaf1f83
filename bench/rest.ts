// Measures list, read, PATCH and POST over REST against a bare server that does the same work on the same rows.
// Run `npm run bench:rest`. It uses SQLite, and a private MariaDB if one is installed.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createConnection } from 'mysql2/promise'
import { mariadbMissingMessage, startMariadb } from '../test/support/mariadb.js'
import { startServerProcess, type ServerProcess } from './support/server-process.js'
import { type ReportedMeasure, printReport } from './support/report.js'
import autocannon from 'autocannon'
import { boot } from '../core/boot/boot.js'
import { resolveSettings } from '../core/resolve-settings.js'
import { standalone } from '../hosts/standalone/index.js'
import { stock } from '../plugins/stock/index.js'

const languages = ['en-GB', 'de-DE']

interface LoadCall {
  readonly name: string
  readonly path: string
  readonly method: 'GET' | 'PATCH' | 'POST'
  readonly body?: object
  /** Maximum ratio of the service's cost to the bare server's (docs: the goals of the project as ratios). */
  readonly goal: number
}

const questionTexts = { title: ['New question', 'Neue Frage'], description: ['Some words', 'Einige Worte'], unit: ['cm', 'cm'] }
const translatedTexts = Object.fromEntries(
  Object.entries(questionTexts).flatMap(([field, [english, german]]) => [
    [`${field}_en_GB`, english],
    [`${field}_de_DE`, german],
  ]),
)
/** 27 fields, including six texts in two languages. */
const wholeQuestion = {
  ...translatedTexts,
  page_id: 1,
  question_type: 'Radiobuttons',
  internal_name: 'colour',
  required: true,
  description_display: 'tooltip',
  title_display: 'label',
  css_classes: 'wide',
  show_in_overview: true,
  as_product_title: false,
  display_while_disabled: 'hide',
  behavior_on_activation: 'none',
  behavior_on_inconsistency: 'deselect',
  behavior_on_changes: 'silent',
  multiplicator: 1,
  default_value: '1',
  prefill_on_init: true,
  validate: false,
  slider_steps: 1,
  element_custom_1: 'a',
  element_custom_2: 'b',
  published: true,
}

const loadCalls: readonly LoadCall[] = [
  { name: 'list of 50 with filter and total', method: 'GET', path: '/question?filter[question_type]=Radiobuttons', goal: 1.67 },
  { name: 'single read, all languages', method: 'GET', path: '/question/77', goal: 2 },
  { name: 'PATCH of one field', method: 'PATCH', path: '/question/78', body: { internal_name: 'changed' }, goal: 2.5 },
  { name: 'POST of 27 fields, two languages', method: 'POST', path: '/question', body: wholeQuestion, goal: 2.5 },
]

/** Fills the database through the write pipeline. One question in four is a Radiobuttons. Returns a token. */
async function seedQuestions(database: string, records: number): Promise<string> {
  const config = { languages, host: standalone(), plugins: [stock], demo: false, logLevel: 'error' as const, database }
  const app = await boot(config, { settings: resolveSettings({ file: config }) })
  const product = await app.records.write('product', { title_en_GB: 'P', title_de_DE: 'P', tax_class_id: 1 })
  await app.records.write('page', { product_id: product.id, title_en_GB: 'P', title_de_DE: 'P' })
  for (let offset = 0; offset < records; offset += 500) {
    await app.records.unit(async (unit) => {
      for (let n = offset + 1; n <= Math.min(offset + 500, records); n++) {
        const fields = { ...wholeQuestion, title_en_GB: `Question ${n}`, title_de_DE: `Frage ${n}`, ordering: n }
        await unit.write('question', { ...fields, question_type: n % 4 === 0 ? 'Radiobuttons' : 'Dropdown' })
      }
    })
  }
  const { token } = await app.access.tokens.mint({ name: 'bench', presets: ['everything'] })
  await app.stop()
  return token
}

interface RequestCost {
  readonly cpu: number
  readonly rate: number
  readonly p99: number
}

/** CPU milliseconds of the server per request, requests per second, and the 99th percentile in milliseconds. */
async function measureCall(
  server: ServerProcess,
  call: LoadCall,
  token: string,
  connections: number,
  seconds: number,
): Promise<RequestCost> {
  const before = server.cpu()
  const headers = { authorization: `Bearer ${token}`, ...(call.body && { 'content-type': 'application/json' }) }
  const body = call.body && JSON.stringify(call.body)
  const url = `${server.url}/svc-api/v1${call.path}`
  const result = await autocannon({ url, method: call.method, body, headers, connections, duration: seconds })
  const { total } = result.requests
  if (result.non2xx + result.errors > 0)
    throw new Error(`${call.name} failed ${result.non2xx + result.errors} of ${total} times.`)
  return { cpu: ((server.cpu() - before) * 1000) / total, rate: total / result.duration, p99: result.latency.p99 }
}

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
