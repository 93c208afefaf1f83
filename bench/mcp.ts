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
import { sheets } from '../plugins/sheets/index.js'
import { stock } from '../plugins/stock/index.js'
import { startServerProcess } from './support/server-process.js'
import { type ReportedMeasure, printReport } from './support/report.js'

const program = fileURLToPath(new URL('../../bin/svc', import.meta.url))
const minimalProgram = fileURLToPath(new URL('support/minimal-mcp.js', import.meta.url))
const minimalHttpProgram = fileURLToPath(new URL('support/minimal-mcp-http.js', import.meta.url))
const calls = Number(process.env['SVC_BENCH_CALLS'] ?? 12)
const concurrentCalls = 4_000
const tool = 'svc_describe_customization'
const scratchFolder = mkdtempSync(join(tmpdir(), 'svc-bench-mcp-'))
const benchSettings = { SVC_DATABASE_URL: `sqlite:${scratchFolder}/svc.sqlite`, SVC_DEMO: 'off', SVC_LOG_LEVEL: 'error' }
const environment = { ...process.env, ...benchSettings }

interface McpClient {
  readonly child: ChildProcess
  /** Milliseconds from process start to the reply to `initialize`. */
  readonly started: number
  ask(method: string, params?: object): Promise<string>
  stop(): void
}

async function startClient(args: readonly string[]): Promise<McpClient> {
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
const parseResult = (line: string): string => JSON.stringify((JSON.parse(line) as { readonly result: unknown }).result)

const callTool = (client: McpClient): Promise<string> => client.ask('tools/call', { name: tool, arguments: {} })

/** Milliseconds of several calls, with a pause before each. */
async function measureLatencies(client: McpClient, pause: number): Promise<readonly number[]> {
  const times: number[] = []
  for (let i = 0; i < calls; i++) {
    await sleep(pause)
    const startedAt = performance.now()
    await callTool(client)
    times.push(performance.now() - startedAt)
  }
  return times
}

/** Milliseconds of ten sequential calls. */
async function measureTenCalls(client: McpClient): Promise<number> {
  const startedAt = performance.now()
  for (let i = 0; i < 10; i++) await callTool(client)
  return performance.now() - startedAt
}

/** Milliseconds per call with many concurrent calls. */
async function measureConcurrentCalls(client: McpClient): Promise<number> {
  await callTool(client)
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: concurrentCalls }, () => callTool(client)))
  return (performance.now() - startedAt) / concurrentCalls
}

function readMemory(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024
}

/** The first child process of `pid`. */
function findChildProcess(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0])
}

const computePercentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!

async function measureStdio(): Promise<readonly ReportedMeasure[]> {
  const warm = await startClient([program, 'svc:mcp'])
  const list = await warm.ask('tools/list')
  await sleep(3_000)
  const parent = readMemory(warm.child.pid!)
  const spareMemory = readMemory(findChildProcess(warm.child.pid!))
  const paced = await measureLatencies(warm, 1_000)
  await sleep(2_000)
  const ten = await measureTenCalls(warm)
  await sleep(4_000)
  const hog = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' })
  await sleep(500)
  const busyTenCalls = await measureTenCalls(warm)
  hog.kill('SIGKILL')
  warm.stop()
  const cold = await startClient([program, 'svc:mcp', '--spares', '0'])
  await cold.ask('tools/list')
  const coldTimes = await measureLatencies(cold, 0)
  cold.stop()
  const own = await startClient([program, 'svc:mcp', '--in-process'])
  const bare = await startClient([minimalProgram, parseResult(await callTool(own))])
  const inProcess = await measureLatencies(own, 0)
  const [ownCost, bareCost] = [await measureConcurrentCalls(own), await measureConcurrentCalls(bare)]
  own.stop()
  bare.stop()
  return [
    { name: 'start to initialize', unit: 'ms', ours: [warm.started], baseline: [bare.started], goal: 2 },
    { name: 'warm call p50', unit: 'ms', ours: [computePercentile(paced, 0.5)] },
    { name: 'warm call p99', unit: 'ms', ours: [computePercentile(paced, 0.99)] },
    { name: 'ten calls back to back', unit: 'ms', ours: [ten] },
    { name: 'ten beside a busy core', unit: 'ms', ours: [busyTenCalls] },
    { name: 'cold call p50', unit: 'ms', ours: [computePercentile(coldTimes, 0.5)] },
    { name: 'in-process call p50', unit: 'ms', ours: [computePercentile(inProcess, 0.5)] },
    { name: 'in-process, one of many', unit: 'ms', ours: [ownCost], baseline: [bareCost], goal: 3 },
    { name: 'memory of the parent', unit: 'MB', ours: [parent] },
    { name: 'memory of a spare', unit: 'MB', ours: [spareMemory] },
    { name: 'tools/list', unit: 'kB', ours: [list.length / 1_000] },
  ]
}

/** Milliseconds per request with 20 connections. */
async function measureHttpLoad(url: string, token: string): Promise<number> {
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

async function measureHttp(): Promise<readonly ReportedMeasure[]> {
  const client = await startClient([program, 'svc:mcp', '--in-process'])
  const result = parseResult(await callTool(client))
  client.stop()
  const config = {
    languages: ['en-GB', 'de-DE'],
    host: standalone(),
    plugins: [stock, sheets],
    database: environment.SVC_DATABASE_URL,
  }
  const app = await boot(config, { settings: resolveSettings({ file: config }) })
  const { token } = await app.access.tokens.mint({ name: 'bench', presets: ['everything'] })
  await app.stop()
  const ours = await startServerProcess([program, 'svc:serve', '--port', '0'], benchSettings)
  const own = await measureHttpLoad(`${ours.url}/svc-api/mcp`, token)
  await ours.stop()
  const bare = await startServerProcess([minimalHttpProgram, result])
  const other = await measureHttpLoad(bare.url, token)
  await bare.stop()
  return [{ name: 'HTTP call with token', unit: 'ms', ours: [own], baseline: [other], goal: 0.5 }]
}

try {
  const http = await measureHttp()
  printReport('The assistant server, beside the SDK', [...(await measureStdio()), ...http])
} finally {
  rmSync(scratchFolder, { recursive: true, force: true })
}
