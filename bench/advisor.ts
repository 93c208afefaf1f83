// Measures the advisor's own cost without the AI vendor: time and CPU per turn, 200 open streams, and memory per stream.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { startFailingVendor } from '../plugins/testing/index.js'
import { runtime } from '../plugins/runtime/index.js'
import { enableAdvisor, startTestConversation, readData } from '../test/plugins/advisor/advisor-shopper.js'
import { type ListeningApp, listenTestApp } from '../test/support/test-app.js'
import { authorLamp } from '../test/plugins/runtime/lamp.js'

const turns = Number(process.env['SVC_BENCH_TURNS'] ?? 100)
const streams = Number(process.env['SVC_BENCH_STREAMS'] ?? 200)
/** Warm-up turns that are not counted. */
const warmUpTurns = 20

/** Vendor and shoppers run in separate processes, so only the service is measured. These are the messages between them. */
type ProcessMessage =
  | { readonly kind: 'listens'; readonly url: string }
  | { readonly kind: 'spent'; readonly milliseconds: number }
  | { readonly kind: 'begin' | 'end' | 'open' }

const sendMessage = (message: ProcessMessage | 'go'): void => void process.send?.(message)

const computePercentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0

const formatPercentiles = (values: readonly number[]): string =>
  [0.5, 0.95].map((part) => `p${part * 100} ${computePercentile(values, part).toFixed(1)} ms`).join(', ')

/** The vendor process: reports its address and the duration of each answer. */
async function runVendor(): Promise<void> {
  let requestTime = 0
  const script = await startFailingVendor({
    onBody: () => (requestTime = performance.now()),
    onAnswered: () => sendMessage({ kind: 'spent', milliseconds: performance.now() - requestTime }),
  })
  sendMessage({ kind: 'listens', url: script.url })
}

/** A shopper process that sends one message after another, each in a new conversation. */
async function runTalkingShopper(url: string): Promise<void> {
  for (let index = 0; index < warmUpTurns + turns; index++) {
    const shopper = await startTestConversation(url)
    sendMessage({ kind: 'begin' })
    await once(process, 'message')
    await shopper.say('A person, please')
    sendMessage({ kind: 'end' })
    await once(process, 'message')
  }
}

async function readToEnd(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of stream) continue
}

/** A process of shoppers that all listen at the same time. */
async function openStreams(url: string): Promise<void> {
  const open: Promise<unknown>[] = []
  for (let index = 0; index < streams; index++) {
    const shopper = await startTestConversation(url)
    const { turn: turnId } = await readData<{ readonly turn: number }>(await shopper.send('A green lamp'))
    open.push(readToEnd(shopper.listen(`${turnId}.0.0`)))
  }
  sendMessage({ kind: 'open' })
  await Promise.all(open)
}

function startProcess(role: string, ...parameters: readonly string[]): ChildProcess {
  return fork(fileURLToPath(import.meta.url), [role, ...parameters])
}

const receiveMessage = async (child: ChildProcess): Promise<ProcessMessage> =>
  ((await once(child, 'message')) as [ProcessMessage])[0]

async function measureTurns(app: ListeningApp, vendor: ChildProcess): Promise<void> {
  const [own, processor]: [number[], number[]] = [[], []]
  let spent = 0
  vendor.on('message', (message: ProcessMessage) => {
    if (message.kind === 'spent') spent += message.milliseconds
  })
  const shopper = startProcess('talk', app.url)
  for (let index = 0; index < warmUpTurns + turns; index++) {
    await receiveMessage(shopper)
    spent = 0
    const [from, used] = [performance.now(), process.cpuUsage()]
    shopper.send('go')
    await receiveMessage(shopper)
    const { user, system } = process.cpuUsage(used)
    const took = performance.now() - from
    shopper.send('go')
    if (index < warmUpTurns) continue
    own.push(took - spent)
    processor.push((user + system) / 1_000)
  }
  console.log(
    `A turn of two calls, vendor's time taken off: ${formatPercentiles(own)} (${turns} turns); processor time: ${formatPercentiles(processor)}`,
  )
}

async function measureStreamMemory(app: ListeningApp, url: string): Promise<void> {
  await enableAdvisor(app, { baseUrl: url, model: 'scripted-stalls', key: 'k' })
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  const shoppers = startProcess('listen', app.url)
  await receiveMessage(shoppers)
  globalThis.gc?.()
  const each = (process.memoryUsage().rss - before) / streams / 1_024
  const from = performance.now()
  await (await fetch(`${app.url}/svc-api/runtime/v1/products`)).arrayBuffer()
  const listTime = performance.now() - from
  console.log(`${streams} open streams: ${each.toFixed(1)} kB each; a list of products meanwhile: ${listTime.toFixed(1)} ms`)
  shoppers.kill()
}

async function runBenchmark(): Promise<void> {
  const vendor = startProcess('vend')
  const message = await receiveMessage(vendor)
  const url = message.kind === 'listens' ? message.url : ''
  const app = await listenTestApp([runtime({ conversations: 100_000, messages: 100_000 })], {
    advisorHosts: [new URL(url).host],
    advisorSeconds: 60,
    advisorDayCalls: 1_000_000,
    advisorDayTokens: 900_000_000,
  })
  await authorLamp(app)
  await enableAdvisor(app, { baseUrl: url, key: 'k' })
  await measureTurns(app, vendor)
  await measureStreamMemory(app, url)
  await app.stop()
  vendor.kill()
}

const [, program = '', role, url = ''] = process.argv
const roles: Readonly<Record<string, () => Promise<void>>> = {
  vend: runVendor,
  talk: () => runTalkingShopper(url),
  listen: () => openStreams(url),
}
if (program.endsWith('advisor.js')) {
  await (roles[role ?? ''] ?? runBenchmark)()
  // A shopper process disconnects when it is done. The vendor runs until it is stopped.
  if (role === 'talk' || role === 'listen') process.disconnect()
}
