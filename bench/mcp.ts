// Measures the MCP server: start, calls (warm, cold, in-process, over HTTP), memory and the size of the tool list.
// Run `npm run bench:mcp`. A minimal SDK server does the same work for comparison where it can.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { boot } from '../core/boot/boot.js'
import { resolveSettings } from '../core/resolve-settings.js'
import { standalone } from '../hosts/standalone/index.js'
import { stock } from '../plugins/stock/index.js'
import { startServer } from './support/process.js'
import { type Measure, printReport } from './support/report.js'

const program = fileURLToPath(new URL('../../bin/svc', import.meta.url))
const minimal = fileURLToPath(new URL('support/minimal-mcp.js', import.meta.url))
const minimalHttp = fileURLToPath(new URL('support/minimal-mcp-http.js', import.meta.url))
const calls = Number(process.env['SVC_BENCH_CALLS'] ?? 12)
const many = 4_000
const tool = 'svc_describe_customization'
const scratch = mkdtempSync(join(tmpdir(), 'svc-bench-mcp-'))
const ownEnvironment = { SVC_DATABASE_URL: `sqlite:${scratch}/svc.sqlite`, SVC_DEMO: 'off', SVC_LOG_LEVEL: 'error' }
const environment = { ...process.env, ...ownEnvironment }

interface Client {
  readonly child: ChildProcess
  /** Milliseconds from process start to the reply to `initialize`. */
  readonly started: number
  ask(method: string, params?: object): Promise<string>
  stop(): void
}

async function start(args: readonly string[]): Promise<Client> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, args, { env: environment, stdio: ['pipe', 'pipe', 'ignore'] })
  const waiting = new Map<number, (line: string) => void>()
  createInterface(child.stdout).on('line', (line) => {
    const id = Number(/"id":(\d+)/.exec(line)?.[1])
    waiting.get(id)?.(line)
    waiting.delete(id)
  })
  let count = 0
  const ask = (method: string, params: object = {}): Promise<string> => {
    const id = ++count
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    return new Promise((resolve) => waiting.set(id, resolve))
  }
  await ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } })
  return { child, started: performance.now() - startedAt, ask, stop: () => void child.kill('SIGKILL') }
}

/** The result of a response as JSON. The SDK server sends the same result. */
const resultOf = (line: string): string => JSON.stringify((JSON.parse(line) as { readonly result: unknown }).result)

const call = (client: Client): Promise<string> => client.ask('tools/call', { name: tool, arguments: {} })

/** Milliseconds of several calls, with a pause before each. */
async function latencies(client: Client, pause: number): Promise<readonly number[]> {
  const times: number[] = []
  for (let i = 0; i < calls; i++) {
    await sleep(pause)
    const startedAt = performance.now()
    await call(client)
    times.push(performance.now() - startedAt)
  }
  return times
}

/** Milliseconds of ten sequential calls. */
async function tenCalls(client: Client): Promise<number> {
  const startedAt = performance.now()
  for (let i = 0; i < 10; i++) await call(client)
  return performance.now() - startedAt
}

/** Milliseconds per call with many concurrent calls. */
async function cost(client: Client): Promise<number> {
  await call(client)
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: many }, () => call(client)))
  return (performance.now() - startedAt) / many
}

function memory(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024
}

/** The first child process of `pid`. */
function childOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0])
}

const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!

async function overStdio(): Promise<readonly Measure[]> {
  const warm = await start([program, 'svc:mcp'])
  const list = await warm.ask('tools/list')
  await sleep(3_000)
  const parent = memory(warm.child.pid!)
  const spare = memory(childOf(warm.child.pid!))
  const paced = await latencies(warm, 1_000)
  await sleep(2_000)
  const ten = await tenCalls(warm)
  await sleep(4_000)
  const hog = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' })
  await sleep(500)
  const tenBeside = await tenCalls(warm)
  hog.kill('SIGKILL')
  warm.stop()
  const cold = await start([program, 'svc:mcp', '--spares', '0'])
  await cold.ask('tools/list')
  const coldTimes = await latencies(cold, 0)
  cold.stop()
  const own = await start([program, 'svc:mcp', '--in-process'])
  const bare = await start([minimal, resultOf(await call(own))])
  const inProcess = await latencies(own, 0)
  const [ownCost, bareCost] = [await cost(own), await cost(bare)]
  own.stop()
  bare.stop()
  return [
    { name: 'start to initialize', unit: 'ms', ours: [warm.started], baseline: [bare.started], goal: 2 },
    { name: 'warm call p50', unit: 'ms', ours: [percentile(paced, 0.5)] },
    { name: 'warm call p99', unit: 'ms', ours: [percentile(paced, 0.99)] },
    { name: 'ten calls back to back', unit: 'ms', ours: [ten] },
    { name: 'ten beside a busy core', unit: 'ms', ours: [tenBeside] },
    { name: 'cold call p50', unit: 'ms', ours: [percentile(coldTimes, 0.5)] },
    { name: 'in-process call p50', unit: 'ms', ours: [percentile(inProcess, 0.5)] },
    { name: 'in-process, one of many', unit: 'ms', ours: [ownCost], baseline: [bareCost], goal: 3 },
    { name: 'memory of the parent', unit: 'MB', ours: [parent] },
    { name: 'memory of a spare', unit: 'MB', ours: [spare] },
    { name: 'tools/list', unit: 'kB', ours: [list.length / 1_000] },
  ]
}

/** Milliseconds per request with 20 connections. */
async function load(url: string, token: string): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${token}`,
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: {} } })
  const result = await autocannon({ url, method: 'POST', headers, body, connections: 20, duration: 4 })
  if (result.non2xx > 0) throw new Error(`${result.non2xx} of ${result.requests.total} requests were refused.`)
  return 1_000 / result.requests.average
}

async function overHttp(): Promise<readonly Measure[]> {
  const one = await start([program, 'svc:mcp', '--in-process'])
  const result = resultOf(await call(one))
  one.stop()
  const config = { languages: ['en-GB', 'de-DE'], host: standalone(), plugins: [stock], database: environment.SVC_DATABASE_URL }
  const app = await boot(config, { settings: resolveSettings({ file: config }) })
  const { token } = await app.tokens.mint({ name: 'bench', presets: ['everything'] })
  await app.stop()
  const ours = await startServer([program, 'svc:serve', '--port', '0'], ownEnvironment)
  const own = await load(`${ours.url}/svc-api/mcp`, token)
  await ours.stop()
  const bare = await startServer([minimalHttp, result])
  const other = await load(bare.url, token)
  await bare.stop()
  return [{ name: 'HTTP call with token', unit: 'ms', ours: [own], baseline: [other], goal: 0.5 }]
}

try {
  const http = await overHttp()
  printReport('The assistant server, beside the SDK', [...(await overStdio()), ...http])
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
