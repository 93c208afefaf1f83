// Load generator: shoppers make purchases over HTTP sequentially; returns rate, CPU time and latency.
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
