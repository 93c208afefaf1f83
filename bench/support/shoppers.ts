// Load generator: shoppers make purchases over HTTP sequentially; returns rate, CPU time and latency.
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from './process.js'
import { purchase, type Send, type Step, type Told, type Wares } from './purchase.js'

export interface Bought {
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

export function sender(url: string, agent: Agent): Send {
  const { hostname, port } = new URL(url)
  return ({ method, path, body }: Step) =>
    new Promise<Told>((resolve, reject) => {
      const content = JSON.stringify(body)
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }
      const sent = request({ hostname, port, method, path, headers, agent }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          if (answer.statusCode! < 300) resolve((JSON.parse(text) as { readonly data: Told }).data)
          else reject(new Error(`${method} ${path} answered ${answer.statusCode}: ${text.slice(0, 500)}`))
        })
      })
      sent.once('error', reject)
      sent.end(content)
    })
}

const percentile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!

/** When the shoppers stop. */
export interface Until {
  readonly seconds?: number
  readonly purchases?: number
}

/** Runs the shoppers. Each finishes the purchase that they have begun. Throws if a purchase is rejected. */
export async function shop(
  server: Server,
  wares: Wares,
  shoppers: number,
  { seconds = Infinity, purchases = Infinity }: Until,
): Promise<Bought> {
  const agent = new Agent({ keepAlive: true, maxSockets: shoppers })
  const send = sender(server.url, agent)
  const times: number[] = []
  const numbers: number[] = []
  const [cpu, begun] = [server.cpu(), performance.now()]
  const isOver = (): boolean => performance.now() - begun > seconds * 1_000 || numbers.length >= purchases
  const one = async (): Promise<void> => {
    while (!isOver()) {
      const from = performance.now()
      numbers.push((await purchase(wares, send)).number)
      times.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: shoppers }, one))
  const took = performance.now() - begun
  agent.destroy()
  // The kernel may charge the CPU time of the last reply a little later.
  await sleep(20)
  const sorted = times.toSorted((a, b) => a - b)
  return {
    rate: (sorted.length * 1_000) / took,
    cpu: ((server.cpu() - cpu) * 1_000) / sorted.length,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    numbers,
  }
}
