// Soak test: runs all kinds of callers against one process for many minutes and checks for leaks: `npm run bench:soak`.
// SVC_SOAK_MINUTES=45 sets the duration; default 10. The process's clock runs 480 times as fast, so lifetimes of days end within
// minutes.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type JsonReply, type JsonClient, createJsonClient } from '../test/support/json-client.js'
import { makePurchase } from './support/purchase.js'
import type { ResourceUsage, SoakShop } from './support/soak-server.js'

const minutes = Number(process.env['SVC_SOAK_MINUTES'] ?? 10)
const sampleCount = 10
const callerCount = 6
/** Milliseconds between two visits of a caller. A fixed rate, because the number of live records depends on it. */
const millisecondsPerVisit = 400
const runtimeBasePath = '/svc-api/runtime/v1'
const program = fileURLToPath(new URL('support/soak-server.js', import.meta.url))
const pickRandomInteger = (limit: number): number => Math.floor(Math.random() * limit)

/** Replies by status. `503` means that the service is busy. */
const statusCounts = new Map<number, number>()
const countStatus = (answer: JsonReply): JsonReply => {
  statusCounts.set(answer.status, (statusCounts.get(answer.status) ?? 0) + 1)
  return answer
}

interface ReplyFields {
  readonly configuration: string
  readonly cart: string
  readonly id: string
}

type SoakStep = (shop: SoakShop, client: JsonClient, staffClient: JsonClient) => Promise<unknown>

/** Number of requests that were sent again because the server had closed the idle connection. */
let again = 0

/** Sends a request, and repeats it once if the connection was closed, as proxies and browsers do. */
async function sendWithRetry(
  client: JsonClient,
  ...[method, path, body, headers]: Parameters<JsonClient['send']>
): Promise<JsonReply> {
  const mayRepeat = method === 'GET' || headers?.['idempotency-key'] !== undefined
  const answer = await client.send(method, path, body, headers).catch((error: unknown) => {
    if (!mayRepeat || !(error instanceof Error && 'code' in error && error.code === 'ECONNRESET')) throw error
    again++
    return client.send(method, path, body, headers)
  })
  return countStatus(answer)
}

async function requestData(client: JsonClient, method: string, path: string, body?: unknown): Promise<ReplyFields> {
  const headers: Record<string, string> = method === 'GET' ? {} : { 'idempotency-key': randomUUID() }
  const answer = await sendWithRetry(client, method, `${runtimeBasePath}/${path}`, body, headers)
  if (answer.status >= 300)
    throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body).slice(0, 300)}`)
  return (answer.body as { readonly data: ReplyFields }).data
}

async function configureProduct({ wares }: SoakShop, client: JsonClient): Promise<void> {
  const { configuration } = await requestData(client, 'POST', 'configurations', { product_id: wares.product })
  for (let turn = 0; turn < 10; turn++) {
    const value = String(20 + pickRandomInteger(60))
    const selections = [{ question_id: wares.selections[0]!.question_id, value }]
    await requestData(client, 'PATCH', `configurations/${configuration}?prices=1`, { selections })
  }
  if (pickRandomInteger(3) === 0) await requestData(client, 'POST', `configurations/${configuration}/undo`, {})
}

async function abandonCart({ wares }: SoakShop, client: JsonClient): Promise<void> {
  const { cart } = await requestData(client, 'POST', 'carts', {})
  for (let turn = 0; turn < 3; turn++) {
    const { configuration } = await requestData(client, 'POST', 'configurations', {
      product_id: wares.product,
      selections: wares.selections,
    })
    await requestData(client, 'POST', `carts/${cart}/positions`, { configuration, quantity: 1 + pickRandomInteger(5) })
  }
  if (pickRandomInteger(2) === 0) await requestData(client, 'POST', `carts/${cart}/checkout`, {})
}

async function uploadFile({ url, sign, drawing }: SoakShop, client: JsonClient): Promise<void> {
  const { configuration } = await requestData(client, 'POST', 'configurations', { product_id: sign })
  const query = new URLSearchParams({ question_id: String(drawing), name: 'drawing.pdf' })
  const body = `%PDF-1.4\n${String(Math.random()).repeat(2_000)}`
  const answer = await fetch(`${url}${runtimeBasePath}/configurations/${configuration}/uploads?${query}`, {
    method: 'POST',
    body,
  })
  statusCounts.set(answer.status, (statusCounts.get(answer.status) ?? 0) + 1)
  const { data } = (await answer.json()) as { readonly data: ReplyFields }
  await requestData(client, 'PATCH', `configurations/${configuration}`, {
    selections: [{ question_id: drawing, value: data.id }],
  })
}

async function placeOrderOnce({ wares }: SoakShop, client: JsonClient): Promise<void> {
  await makePurchase(wares, async ({ method, path, body }) => {
    const answer = await sendWithRetry(client, method, path, body, { 'idempotency-key': randomUUID() })
    if (answer.status >= 300)
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body).slice(0, 300)}`)
    return (answer.body as { readonly data: never }).data
  })
}

async function visitPages({ wares }: SoakShop, client: JsonClient): Promise<void> {
  for (const path of [
    '/',
    `/product/${wares.product}`,
    '/sitemap.xml',
    `/nowhere/${pickRandomInteger(1e9)}`,
    `${runtimeBasePath}/products`,
  ]) {
    await sendWithRetry(client, 'GET', path)
  }
}

/** An author changes a product and applies an older state, which invalidates the compiled program. */
async function changeProduct({ wares }: SoakShop, _client: JsonClient, staffClient: JsonClient): Promise<void> {
  const key = { 'idempotency-key': randomUUID() }
  await sendWithRetry(
    staffClient,
    'PATCH',
    `/svc-api/v1/product/${wares.product}`,
    { title_en_GB: `Lamp ${pickRandomInteger(1e6)}` },
    key,
  )
  const response = await sendWithRetry(staffClient, 'POST', '/svc-api/v1/delivery-note-nowhere', {}, key)
  if (response.status !== 404) throw new Error(`An unknown entity was answered with ${response.status}.`)
  await sendWithRetry(staffClient, 'GET', '/svc-api/v1/product?limit=50')
}

/** A client that disconnects during its request. */
async function abortRequest({ url }: SoakShop): Promise<void> {
  const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('{"product_id":')) })
  const timeout = AbortSignal.timeout(50)
  const requestOptions = {
    method: 'POST',
    body,
    duplex: 'half',
    signal: timeout,
    headers: { 'content-type': 'application/json' },
  } as RequestInit
  await fetch(`${url}${runtimeBasePath}/configurations`, requestOptions).catch(() => undefined)
}

/** Relative frequency of each action. Orders are stored forever, so there are few. */
const actionMix: readonly (readonly [number, SoakStep])[] = [
  [40, configureProduct],
  [25, abandonCart],
  [12, uploadFile],
  [12, visitPages],
  [6, changeProduct],
  [4, abortRequest],
  [1, placeOrderOnce],
]
const totalShare = actionMix.reduce((sum, [share]) => sum + share, 0)

function soakStep(): SoakStep {
  let remainder = pickRandomInteger(totalShare)
  for (const [share, action] of actionMix) {
    if (remainder < share) return action
    remainder -= share
  }
  return configureProduct
}

const faultCounts = new Map<string, number>()
let finishedActions = 0

async function runCaller(shop: SoakShop, isOver: () => boolean): Promise<void> {
  const client = createJsonClient(shop.url)
  const staffClient = createJsonClient(shop.url, shop.token)
  for (let next = performance.now(); !isOver(); next += millisecondsPerVisit) {
    // A late caller does not catch up.
    next = Math.max(next, performance.now() - millisecondsPerVisit)
    try {
      await soakStep()(shop, client, staffClient)
      finishedActions++
    } catch (error) {
      const sentence = (error instanceof Error ? error.message : String(error)).replace(/[\w-]{20,}/g, '…')
      faultCounts.set(sentence, (faultCounts.get(sentence) ?? 0) + 1)
    }
    await sleep(Math.max(1, next + millisecondsPerVisit - performance.now()))
  }
  client.close()
  staffClient.close()
}

const formatMebibytes = (bytes: number): string => (bytes / 1_048_576).toFixed(1)

function formatSample(
  at: string,
  { heap, resident, handles, descriptors, files, fileBytes, databaseBytes, rows }: ResourceUsage,
): string {
  const memory = `heap ${formatMebibytes(heap)} resident ${formatMebibytes(resident)} MiB`
  const storage = `${files} files ${formatMebibytes(fileBytes)} MiB, database ${formatMebibytes(databaseBytes)} MiB`
  const counts = Object.entries(rows).map(([name, count]) => `${name} ${count}`)
  return `${at.padStart(6)}  ${memory}, ${handles} handles, ${descriptors} descriptors, ${storage}; ${counts.join(', ')}`
}

interface SoakSample extends ResourceUsage {
  /** Since the previous sample. */
  readonly visits: number
}

/**
 * Reports what grows: compares the last samples with those of the middle, when every lifetime has passed once. An order may permanently
 * take 64 KiB. Temporary data may grow with the number of visits, because an idle machine handles more visits.
 */
function findGrowth(samples: readonly SoakSample[]): readonly string[] {
  const [middle, last] = [samples.slice(Math.floor(sampleCount / 2) - 2, Math.floor(sampleCount / 2) + 1), samples.slice(-3)]
  const findMaximum = (of: readonly SoakSample[], value: (held: SoakSample) => number): number => Math.max(...of.map(value))
  const orders = (of: readonly SoakSample[]): number => findMaximum(of, ({ rows }) => rows['orders'] ?? 0)
  const placed = orders(last) - orders(middle)
  const visitorGrowth = Math.max(
    1,
    findMaximum(last, ({ visits }) => visits) /
      Math.max(
        1,
        findMaximum(middle, ({ visits }) => visits),
      ),
  )
  const limits: readonly (readonly [string, (held: ResourceUsage) => number, number, number?])[] = [
    ['heap', ({ heap }) => heap, 4 * 1_048_576],
    ['resident memory', ({ resident }) => resident, 24 * 1_048_576],
    ['handles', ({ handles }) => handles, 10],
    ['descriptors', ({ descriptors }) => descriptors, 10],
    ['files', ({ files }) => files, 50, visitorGrowth],
    ['database', ({ databaseBytes }) => databaseBytes, 2 * 1_048_576 + placed * 65_536, visitorGrowth],
    ['configurations', ({ rows }) => rows['configuration'] ?? 0, 200 + 2 * placed, visitorGrowth],
    ['carts', ({ rows }) => rows['cart'] ?? 0, 200 + 2 * placed, visitorGrowth],
    ['answers that are kept', ({ rows }) => rows['idempotency'] ?? 0, 200, visitorGrowth],
  ]
  return limits.flatMap(([name, value, slack, more = 1]) => {
    const [before, after] = [findMaximum(middle, value), findMaximum(last, value)]
    return after <= before * 1.1 * more + slack ? [] : [`What grows is ${name}: ${before} in the middle, ${after} in the end.`]
  })
}

const folder = mkdtempSync(join(tmpdir(), 'svc-soak-'))
const serverProcess = fork(program, [folder], { execArgv: ['--expose-gc'] })
try {
  const [shop] = (await once(serverProcess, 'message')) as [SoakShop]
  const ask = async (): Promise<ResourceUsage> => {
    serverProcess.send('look')
    const [usage] = (await once(serverProcess, 'message')) as [ResourceUsage]
    return usage
  }
  let isOver = false
  const samples: SoakSample[] = []
  let counted = 0
  console.log(formatSample('0', await ask()))
  const all = Array.from({ length: callerCount }, () => runCaller(shop, () => isOver))
  for (let turn = 1; turn <= sampleCount; turn++) {
    await sleep((minutes * 60_000) / sampleCount)
    const usage = await ask()
    samples.push({ ...usage, visits: finishedActions - counted })
    counted = finishedActions
    console.log(formatSample(`${((minutes * turn) / sampleCount).toFixed(1)} m`, usage))
  }
  isOver = true
  await Promise.all(all)
  console.log(
    `${finishedActions} visits; answers by status: ${[...statusCounts].map(([status, count]) => `${count} × ${status}`).join(', ')}`,
  )
  if (again > 0) console.log(`${again} requests were sent again, because their connection had been closed as idle.`)
  for (const [sentence, count] of faultCounts) console.log(`FAULT ${count} ×: ${sentence}`)
  const grown = findGrowth(samples)
  for (const sentence of grown) console.log(sentence)
  const unwell = faultCounts.size > 0 || (statusCounts.get(500) ?? 0) > 0 || grown.length > 0
  console.log(
    unwell
      ? 'Something is not well.'
      : 'All that passes is forgotten again; memory, handles, files and database stay as they are.',
  )
  process.exitCode = unwell ? 1 : 0
} finally {
  serverProcess.disconnect()
  await once(serverProcess, 'exit')
  rmSync(folder, { recursive: true, force: true })
}
