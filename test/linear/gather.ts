// Runs customers on many carts, checks the history of each cart, and checks the order numbers of all carts together.
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createJsonClient } from '../support/json-client.js'
import { type CartOperation, Customer, type Door, type Goods, openCart } from './cart-history.js'
import { cartModel } from './cart-model.js'
import { explain } from './search.js'
import { type Given, sequenceFaults } from './sequence.js'

export interface Gathering {
  /** One per process. They are closed at the end. */
  readonly doors: readonly Door[]
  readonly goods: Goods
  readonly grossOf: (pieces: number) => number
  /** The minimum total number of operations. */
  readonly operations: number
  /** The number of concurrent carts. Default 6. */
  readonly carts?: number
  /** The number of customers per cart. Default 4. */
  readonly customers?: number
  /** The number of operations per customer. Default 12. */
  readonly each?: number
  /** The percentage of changes that a customer aborts. Default 3. */
  readonly leaving?: number
  /** Called after each cart. */
  readonly progress?: (operations: number) => void
}

export interface Judged {
  readonly operations: number
  readonly orders: number
  /** Operations without a response. */
  readonly unknown: number
  readonly refused: ReadonlyMap<string, number>
  /** Histories that are not linearizable. */
  readonly faults: readonly string[]
}

/** Milliseconds after which an impatient customer aborts: sometimes before the request starts, sometimes after it is done. */
const patience = 12

/** @param url the address of the process, without a trailing slash */
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

/** The part of a history that is not linearizable, as text; null if all of it is. */
export function cartFault(history: readonly CartOperation[], model: ReturnType<typeof cartModel>): string | null {
  const { order, stuck } = explain(history, model)
  if (stuck.length === 0) return null
  const past = order.slice(-8).map((operation) => `  ${shown(operation)}`)
  return ['After', ...past, 'none of these can be next:', ...stuck.map((operation) => `  ${shown(operation)}`)].join('\n')
}

export async function gather(gathering: Gathering): Promise<Judged> {
  const { doors, goods, grossOf, carts = 6, customers = 4, each = 12, leaving = 3 } = gathering
  const faults: string[] = []
  const orderNumbers: Given[] = []
  const refused = new Map<string, number>()
  let [operations, unknown, unheard] = [0, 0, 0]

  async function runCart(): Promise<void> {
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
    // The order is placed between the first call and the first response of all requests that place it.
    const placing = history.filter(({ input, output }) => input.kind === 'place' && output?.kind !== 'refused')
    const numbers = new Set(placing.flatMap(({ output }) => (output?.kind === 'order' ? [output.number] : [])))
    const [called, returned] = [placing.map((operation) => operation.called), placing.map((operation) => operation.returned)]
    for (const number of numbers) orderNumbers.push({ number, called: Math.min(...called), returned: Math.min(...returned) })
    if (numbers.size === 0 && placing.length > 0) unheard++
    gathering.progress?.(operations)
  }

  const busy = Array.from({ length: carts }, async () => {
    while (operations < gathering.operations && faults.length < 5) await runCart()
  })
  try {
    await Promise.all(busy)
  } finally {
    for (const { client } of doors) client.close()
  }
  return {
    operations,
    orders: orderNumbers.length,
    unknown,
    refused,
    faults: [...faults, ...sequenceFaults(orderNumbers, unheard)],
  }
}
