// Lets customers at many carts and judges each history, and the numbers of all orders together.
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createJsonClient } from '../support/json-client.js'
import { type CartOperation, Customer, type Door, type Goods, openCart } from './cart-history.js'
import { cartModel } from './cart-model.js'
import { explain } from './search.js'
import { type Given, sequenceFaults } from './sequence.js'

export interface Gathering {
  /** To each of the processes; closed in the end. */
  readonly doors: readonly Door[]
  readonly goods: Goods
  readonly grossOf: (pieces: number) => number
  /** In all, at least. */
  readonly operations: number
  /** Carts that are worked on at a time; 6 if left out. */
  readonly carts?: number
  /** Of one cart; 4 if left out. */
  readonly customers?: number
  /** Operations of each of them; 12 if left out. */
  readonly each?: number
  /** Of a hundred changes so many are left without an answer; 3 if left out. */
  readonly leaving?: number
  /** Told after each cart. */
  readonly progress?: (operations: number) => void
}

export interface Judged {
  readonly operations: number
  readonly orders: number
  /** Operations without an answer. */
  readonly unknown: number
  readonly refused: ReadonlyMap<string, number>
  /** What cannot have happened one after the other. */
  readonly faults: readonly string[]
}

/** Milliseconds after which somebody leaves who does not wait: now before it is begun, now after it is done. */
const patience = 12

/** @param url where the process listens, without a slash at the end */
export function doorTo(url: string): Door {
  const client = createJsonClient(url, null, 64)
  return {
    client,
    async leave(method, path, body, headers) {
      const content = body === undefined ? '' : JSON.stringify(body)
      const own = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }
      const call = request(url + path, { method, headers: { ...headers, ...own }, agent: false })
      call.on('error', () => undefined)
      call.end(content)
      await sleep(Math.random() * patience)
      call.destroy()
    },
  }
}

const shown = ({ client, input, output, called, returned }: CartOperation): string =>
  `${called.toFixed(1)}–${returned.toFixed(1)} customer ${client}: ${JSON.stringify(input)} → ${JSON.stringify(output)}`

/** What of a history cannot be explained, as text for people; null where all can. */
export function cartFault(history: readonly CartOperation[], model: ReturnType<typeof cartModel>): string | null {
  const { order, stuck } = explain(history, model)
  if (stuck.length === 0) return null
  const past = order.slice(-8).map((one) => `  ${shown(one)}`)
  return ['After', ...past, 'none of these can be next:', ...stuck.map((one) => `  ${shown(one)}`)].join('\n')
}

export async function gather(gathering: Gathering): Promise<Judged> {
  const { doors, goods, grossOf, carts = 6, customers = 4, each = 12, leaving = 3 } = gathering
  const faults: string[] = []
  const given: Given[] = []
  const refused = new Map<string, number>()
  let [operations, unknown, unheard] = [0, 0, 0]

  async function oneCart(): Promise<void> {
    const open = await openCart(doors[0]!.client, goods)
    const history: CartOperation[] = []
    const all = Array.from({ length: customers }, (_, number) => new Customer(number, open, doors, history, leaving))
    await Promise.all(all.map((customer) => customer.work(each)))
    operations += history.length
    const fault = cartFault(history, cartModel(open.first, grossOf))
    if (fault !== null) faults.push(`Cart ${open.cart}: ${fault}`)
    for (const { output } of history) {
      if (output === null) unknown++
      if (output?.kind === 'refused') refused.set(output.code, (refused.get(output.code) ?? 0) + 1)
    }
    // Whoever asked first may have been the one who was given it; whoever was told first knew it.
    const placing = history.filter(({ input, output }) => input.kind === 'place' && output?.kind !== 'refused')
    const numbers = new Set(placing.flatMap(({ output }) => (output?.kind === 'order' ? [output.number] : [])))
    const [called, returned] = [placing.map((one) => one.called), placing.map((one) => one.returned)]
    for (const number of numbers) given.push({ number, called: Math.min(...called), returned: Math.min(...returned) })
    if (numbers.size === 0 && placing.length > 0) unheard++
    gathering.progress?.(operations)
  }

  const busy = Array.from({ length: carts }, async () => {
    while (operations < gathering.operations && faults.length < 5) await oneCart()
  })
  try {
    await Promise.all(busy)
  } finally {
    for (const { client } of doors) client.close()
  }
  return { operations, orders: given.length, unknown, refused, faults: [...faults, ...sequenceFaults(given, unheard)] }
}
