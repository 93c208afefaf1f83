// Load generator for several processes: each shopper stays with one process and repeats the same action.
import { Agent } from 'node:http'
import { percentile } from './changing-shoppers.js'
import { purchase, type Send, type Wares } from './purchase.js'
import { sender } from './shoppers.js'

const base = '/svc-api/runtime/v1'

export interface Deed {
  readonly name: string
  /** Prepares a shopper before the measurement. */
  prepare(send: Send, wares: Wares): Promise<string>
  run(send: Send, wares: Wares, prepared: string, turn: number): Promise<unknown>
}

const begin = async (send: Send, { product, selections }: Wares): Promise<string> => {
  const body = { product_id: product, selections }
  return (await send({ verb: 'start-configuration', method: 'POST', path: `${base}/configurations`, body })).configuration
}

export const deeds: readonly Deed[] = [
  {
    name: 'selections',
    prepare: begin,
    run: (send, { selections }, configuration, turn) => {
      const [first] = selections
      const body = { selections: [{ question_id: first!.question_id, value: String(20 + (turn % 60)) }] }
      return send({
        verb: 'change-configuration',
        method: 'PATCH',
        path: `${base}/configurations/${configuration}?prices=1`,
        body,
      })
    },
  },
  {
    name: 'carts',
    prepare: () => Promise.resolve(''),
    async run(send, wares) {
      const configuration = await begin(send, wares)
      const { cart } = await send({ verb: 'create-cart', method: 'POST', path: `${base}/carts`, body: {} })
      const body = { configuration, quantity: 2 }
      return send({ verb: 'add-position', method: 'POST', path: `${base}/carts/${cart}/positions`, body })
    },
  },
  { name: 'orders', prepare: () => Promise.resolve(''), run: (send, wares) => purchase(wares, send) },
]

export interface Throughput {
  readonly done: number
  /** Actions per second. */
  readonly rate: number
  /** 99th percentile of an action in milliseconds. */
  readonly p99: number
}

export async function crowd(
  urls: readonly string[],
  wares: Wares,
  deed: Deed,
  { shoppers, seconds }: { readonly shoppers: number; readonly seconds: number },
): Promise<Throughput> {
  const agent = new Agent({ keepAlive: true, maxSockets: shoppers })
  const times: number[] = []
  const all = await Promise.all(
    Array.from({ length: shoppers }, async (_, place) => {
      const send = sender(urls[place % urls.length]!, agent)
      return { send, prepared: await deed.prepare(send, wares) }
    }),
  )
  const begun = performance.now()
  const until = begun + seconds * 1_000
  await Promise.all(
    all.map(async ({ send, prepared }, place) => {
      for (let turn = place * 7; performance.now() < until; turn++) {
        const from = performance.now()
        await deed.run(send, wares, prepared, turn)
        times.push(performance.now() - from)
      }
    }),
  )
  const took = (performance.now() - begun) / 1_000
  agent.destroy()
  return { done: times.length, rate: times.length / took, p99: percentile(times, 0.99) }
}
