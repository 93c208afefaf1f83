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
import { type Answer, type JsonClient, jsonClient } from '../test/support/json-client.js'
import { purchase } from './support/purchase.js'
import type { Held, SoakShop } from './support/soak-server.js'

const minutes = Number(process.env['SVC_SOAK_MINUTES'] ?? 10)
const looks = 10
const callers = 6
/** Milliseconds between two visits of a caller. A fixed rate, because the number of live records depends on it. */
const rhythm = 400
const base = '/svc-api/runtime/v1'
const program = fileURLToPath(new URL('support/soak-server.js', import.meta.url))
const random = (most: number): number => Math.floor(Math.random() * most)

/** Replies by status. `503` means that the service is busy. */
const statuses = new Map<number, number>()
const noted = (answer: Answer): Answer => {
  statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
  return answer
}

interface Told {
  readonly configuration: string
  readonly cart: string
  readonly id: string
}

type SoakStep = (shop: SoakShop, client: JsonClient, staffClient: JsonClient) => Promise<unknown>

/** Number of requests that were sent again because the server had closed the idle connection. */
let again = 0

/** Sends a request, and repeats it once if the connection was closed, as proxies and browsers do. */
async function sent(client: JsonClient, ...[method, path, body, headers]: Parameters<JsonClient['send']>): Promise<Answer> {
  const mayRepeat = method === 'GET' || headers?.['idempotency-key'] !== undefined
  const answer = await client.send(method, path, body, headers).catch((error: unknown) => {
    if (!mayRepeat || !(error instanceof Error && 'code' in error && error.code === 'ECONNRESET')) throw error
    again++
    return client.send(method, path, body, headers)
  })
  return noted(answer)
}

async function told(client: JsonClient, method: string, path: string, body?: unknown): Promise<Told> {
  const headers: Record<string, string> = method === 'GET' ? {} : { 'idempotency-key': randomUUID() }
  const answer = await sent(client, method, `${base}/${path}`, body, headers)
  if (answer.status >= 300)
    throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body).slice(0, 300)}`)
  return (answer.body as { readonly data: Told }).data
}

async function configure({ wares }: SoakShop, client: JsonClient): Promise<void> {
  const { configuration } = await told(client, 'POST', 'configurations', { product_id: wares.product })
  for (let turn = 0; turn < 10; turn++) {
    const value = String(20 + random(60))
    const selections = [{ question_id: wares.selections[0]!.question_id, value }]
    await told(client, 'PATCH', `configurations/${configuration}?prices=1`, { selections })
  }
  if (random(3) === 0) await told(client, 'POST', `configurations/${configuration}/undo`, {})
}

async function leaveCart({ wares }: SoakShop, client: JsonClient): Promise<void> {
  const { cart } = await told(client, 'POST', 'carts', {})
  for (let turn = 0; turn < 3; turn++) {
    const { configuration } = await told(client, 'POST', 'configurations', {
      product_id: wares.product,
      selections: wares.selections,
    })
    await told(client, 'POST', `carts/${cart}/positions`, { configuration, quantity: 1 + random(5) })
  }
  if (random(2) === 0) await told(client, 'POST', `carts/${cart}/checkout`, {})
}

async function upload({ url, sign, drawing }: SoakShop, client: JsonClient): Promise<void> {
  const { configuration } = await told(client, 'POST', 'configurations', { product_id: sign })
  const query = new URLSearchParams({ question_id: String(drawing), name: 'drawing.pdf' })
  const body = `%PDF-1.4\n${String(Math.random()).repeat(2_000)}`
  const answer = await fetch(`${url}${base}/configurations/${configuration}/uploads?${query}`, { method: 'POST', body })
  statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
  const { data } = (await answer.json()) as { readonly data: Told }
  await told(client, 'PATCH', `configurations/${configuration}`, { selections: [{ question_id: drawing, value: data.id }] })
}

async function order({ wares }: SoakShop, client: JsonClient): Promise<void> {
  await purchase(wares, async ({ method, path, body }) => {
    const answer = await sent(client, method, path, body, { 'idempotency-key': randomUUID() })
    if (answer.status >= 300)
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body).slice(0, 300)}`)
    return (answer.body as { readonly data: never }).data
  })
}

async function look({ wares }: SoakShop, client: JsonClient): Promise<void> {
  for (const path of ['/', `/product/${wares.product}`, '/sitemap.xml', `/nowhere/${random(1e9)}`, `${base}/products`]) {
    await sent(client, 'GET', path)
  }
}

/** An author changes a product and applies an older state, which invalidates the compiled program. */
async function author({ wares }: SoakShop, _client: JsonClient, staffClient: JsonClient): Promise<void> {
  const key = { 'idempotency-key': randomUUID() }
  await sent(staffClient, 'PATCH', `/svc-api/v1/product/${wares.product}`, { title_en_GB: `Lamp ${random(1e6)}` }, key)
  const response = await sent(staffClient, 'POST', '/svc-api/v1/delivery-note-nowhere', {}, key)
  if (response.status !== 404) throw new Error(`An unknown entity was answered with ${response.status}.`)
  await sent(staffClient, 'GET', '/svc-api/v1/product?limit=50')
}

/** A client that disconnects during its request. */
async function leave({ url }: SoakShop): Promise<void> {
  const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('{"product_id":')) })
  const gone = AbortSignal.timeout(50)
  const sent = {
    method: 'POST',
    body,
    duplex: 'half',
    signal: gone,
    headers: { 'content-type': 'application/json' },
  } as RequestInit
  await fetch(`${url}${base}/configurations`, sent).catch(() => undefined)
}

/** Relative frequency of each action. Orders are stored forever, so there are few. */
const mix: readonly (readonly [number, SoakStep])[] = [
  [40, configure],
  [25, leaveCart],
  [12, upload],
  [12, look],
  [6, author],
  [4, leave],
  [1, order],
]
const all = mix.reduce((sum, [share]) => sum + share, 0)

function soakStep(): SoakStep {
  let left = random(all)
  for (const [share, one] of mix) {
    if (left < share) return one
    left -= share
  }
  return configure
}

const faults = new Map<string, number>()
let done = 0

async function call(shop: SoakShop, isOver: () => boolean): Promise<void> {
  const client = jsonClient(shop.url)
  const staffClient = jsonClient(shop.url, shop.token)
  for (let next = performance.now(); !isOver(); next += rhythm) {
    // A late caller does not catch up.
    next = Math.max(next, performance.now() - rhythm)
    try {
      await soakStep()(shop, client, staffClient)
      done++
    } catch (error) {
      const sentence = (error instanceof Error ? error.message : String(error)).replace(/[\w-]{20,}/g, '…')
      faults.set(sentence, (faults.get(sentence) ?? 0) + 1)
    }
    await sleep(Math.max(1, next + rhythm - performance.now()))
  }
  client.close()
  staffClient.close()
}

const mebibytes = (bytes: number): string => (bytes / 1_048_576).toFixed(1)

function line(at: string, { heap, resident, handles, descriptors, files, fileBytes, databaseBytes, rows }: Held): string {
  const memory = `heap ${mebibytes(heap)} resident ${mebibytes(resident)} MiB`
  const kept = `${files} files ${mebibytes(fileBytes)} MiB, database ${mebibytes(databaseBytes)} MiB`
  const counts = Object.entries(rows).map(([name, count]) => `${name} ${count}`)
  return `${at.padStart(6)}  ${memory}, ${handles} handles, ${descriptors} descriptors, ${kept}; ${counts.join(', ')}`
}

interface Look extends Held {
  /** Since the previous sample. */
  readonly visits: number
}

/**
 * Reports what grows: compares the last samples with those of the middle, when every lifetime has passed once. An order may permanently
 * take 64 KiB. Temporary data may grow with the number of visits, because an idle machine handles more visits.
 */
function growth(seen: readonly Look[]): readonly string[] {
  const [middle, last] = [seen.slice(Math.floor(looks / 2) - 2, Math.floor(looks / 2) + 1), seen.slice(-3)]
  const most = (of: readonly Look[], value: (held: Look) => number): number => Math.max(...of.map(value))
  const orders = (of: readonly Look[]): number => most(of, ({ rows }) => rows['orders'] ?? 0)
  const placed = orders(last) - orders(middle)
  const crowd = Math.max(
    1,
    most(last, ({ visits }) => visits) /
      Math.max(
        1,
        most(middle, ({ visits }) => visits),
      ),
  )
  const judged: readonly (readonly [string, (held: Held) => number, number, number?])[] = [
    ['heap', ({ heap }) => heap, 4 * 1_048_576],
    ['resident memory', ({ resident }) => resident, 24 * 1_048_576],
    ['handles', ({ handles }) => handles, 10],
    ['descriptors', ({ descriptors }) => descriptors, 10],
    ['files', ({ files }) => files, 50, crowd],
    ['database', ({ databaseBytes }) => databaseBytes, 2 * 1_048_576 + placed * 65_536, crowd],
    ['configurations', ({ rows }) => rows['configuration'] ?? 0, 200 + 2 * placed, crowd],
    ['carts', ({ rows }) => rows['cart'] ?? 0, 200 + 2 * placed, crowd],
    ['answers that are kept', ({ rows }) => rows['idempotency'] ?? 0, 200, crowd],
  ]
  return judged.flatMap(([name, value, slack, more = 1]) => {
    const [before, after] = [most(middle, value), most(last, value)]
    return after <= before * 1.1 * more + slack ? [] : [`What grows is ${name}: ${before} in the middle, ${after} in the end.`]
  })
}

const folder = mkdtempSync(join(tmpdir(), 'svc-soak-'))
const child = fork(program, [folder], { execArgv: ['--expose-gc'] })
try {
  const [shop] = (await once(child, 'message')) as [SoakShop]
  const ask = async (): Promise<Held> => {
    child.send('look')
    const [held] = (await once(child, 'message')) as [Held]
    return held
  }
  let isOver = false
  const seen: Look[] = []
  let counted = 0
  console.log(line('0', await ask()))
  const all = Array.from({ length: callers }, () => call(shop, () => isOver))
  for (let turn = 1; turn <= looks; turn++) {
    await sleep((minutes * 60_000) / looks)
    const held = await ask()
    seen.push({ ...held, visits: done - counted })
    counted = done
    console.log(line(`${((minutes * turn) / looks).toFixed(1)} m`, held))
  }
  isOver = true
  await Promise.all(all)
  console.log(`${done} visits; answers by status: ${[...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}`)
  if (again > 0) console.log(`${again} requests were sent again, because their connection had been closed as idle.`)
  for (const [sentence, count] of faults) console.log(`FAULT ${count} ×: ${sentence}`)
  const grown = growth(seen)
  for (const sentence of grown) console.log(sentence)
  const unwell = faults.size > 0 || (statuses.get(500) ?? 0) > 0 || grown.length > 0
  console.log(
    unwell
      ? 'Something is not well.'
      : 'All that passes is forgotten again; memory, handles, files and database stay as they are.',
  )
  process.exitCode = unwell ? 1 : 0
} finally {
  child.disconnect()
  await once(child, 'exit')
  rmSync(folder, { recursive: true, force: true })
}
