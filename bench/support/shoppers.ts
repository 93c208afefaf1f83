// Load generators: shoppers make purchases, or change their configurations, over HTTP sequentially.
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerProcess } from './server-process.js'
import { makePurchase, type SendStep, type PurchaseStep, type PurchaseReply, type PurchasableProduct } from './purchase.js'

export interface PurchaseRates {
  /** Purchases per second. */
  readonly rate: number
  /** CPU milliseconds of the server process per purchase. */
  readonly cpu: number
  /** Milliseconds of a whole purchase. */
  readonly p50: number
  readonly p99: number
  /** Order numbers from the replies. */
  readonly numbers: readonly number[]
}

export function createStepSender(url: string, agent: Agent): SendStep {
  const { hostname, port } = new URL(url)
  return ({ method, path, body }: PurchaseStep) =>
    new Promise<PurchaseReply>((resolve, reject) => {
      const content = JSON.stringify(body)
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }
      const outgoing = request({ hostname, port, method, path, headers, agent }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          if (answer.statusCode! < 300) resolve((JSON.parse(text) as { readonly data: PurchaseReply }).data)
          else reject(new Error(`${method} ${path} answered ${answer.statusCode}: ${text.slice(0, 500)}`))
        })
      })
      outgoing.once('error', reject)
      outgoing.end(content)
    })
}

const pickPercentile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!

/** When the shoppers stop. */
export interface StopCondition {
  readonly seconds?: number
  readonly purchases?: number
}

/** Runs the shoppers. Each finishes the purchase that they have begun. Throws if a purchase is rejected. */
export async function runShoppers(
  server: ServerProcess,
  wares: PurchasableProduct,
  shoppers: number,
  { seconds = Infinity, purchases = Infinity }: StopCondition,
): Promise<PurchaseRates> {
  const agent = new Agent({ keepAlive: true, maxSockets: shoppers })
  const send = createStepSender(server.url, agent)
  const times: number[] = []
  const numbers: number[] = []
  const [cpu, startTime] = [server.cpu(), performance.now()]
  const isOver = (): boolean => performance.now() - startTime > seconds * 1_000 || numbers.length >= purchases
  const runShopper = async (): Promise<void> => {
    while (!isOver()) {
      const from = performance.now()
      numbers.push((await makePurchase(wares, send)).number)
      times.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: shoppers }, runShopper))
  const took = performance.now() - startTime
  agent.destroy()
  // The kernel may charge the CPU time of the last reply a little later.
  await sleep(20)
  const sorted = times.toSorted((a, b) => a - b)
  return {
    rate: (sorted.length * 1_000) / took,
    cpu: ((server.cpu() - cpu) * 1_000) / sorted.length,
    p50: pickPercentile(sorted, 0.5),
    p99: pickPercentile(sorted, 0.99),
    numbers,
  }
}

export interface ConfigurationChange {
  readonly question_id: number
  readonly value: string
}

export interface LatencyPercentiles {
  readonly p50: number
  readonly p99: number
}

export const pickPercentileOf = (values: readonly number[], part: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!
}

function sendJson(agent: Agent, method: string, url: string, body: object): Promise<string> {
  return new Promise((resolve, reject) => {
    const content = JSON.stringify(body)
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }
    const call = request(url, { method, agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        if (response.statusCode! < 300) resolve(text)
        else reject(new Error(`${method} ${url} answered ${response.statusCode}: ${text.slice(0, 300)}`))
      })
    })
    call.once('error', reject)
    call.end(content)
  })
}

/** Runs `shoppers` for `seconds`. Set `start: false` for the bare server, which has no configuration to start. */
export async function runChangingShoppers(
  url: string,
  product: number,
  wishes: readonly ConfigurationChange[],
  { shoppers, seconds, start }: { readonly shoppers: number; readonly seconds: number; readonly start: boolean },
): Promise<LatencyPercentiles> {
  const agent = new Agent({ keepAlive: true, maxSockets: shoppers })
  const api = `${url}/svc-api/runtime/v1/configurations`
  const times: number[] = []
  const runShopper = async (first: number): Promise<void> => {
    const startReply = start ? await sendJson(agent, 'POST', api, { product_id: product }) : null
    const token = startReply === null ? 'x' : (JSON.parse(startReply) as { data: { configuration: string } }).data.configuration
    const until = performance.now() + seconds * 1_000
    for (let n = first; performance.now() < until; n++) {
      const from = performance.now()
      await sendJson(agent, 'PATCH', `${api}/${token}?prices=1`, { selections: [wishes[n % wishes.length]] })
      times.push(performance.now() - from)
    }
  }
  try {
    await Promise.all(Array.from({ length: shoppers }, (_, shopper) => runShopper(shopper * 7)))
  } finally {
    agent.destroy()
  }
  return { p50: pickPercentileOf(times, 0.5), p99: pickPercentileOf(times, 0.99) }
}
