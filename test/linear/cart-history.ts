// Concurrent customers of one cart: each sends requests to any of the processes and records requests, times and responses.
import { randomUUID } from 'node:crypto'
import type { JsonReply, JsonClient } from '../support/json-client.js'
import type { CartInput, CartOutput, SeenPosition } from './cart-model.js'
import type { Operation } from './search.js'

export type CartOperation = Operation<CartInput, CartOutput>

/** A product with its selections, and the data that a checkout needs. */
export interface Goods {
  readonly product: number
  readonly selections: readonly { readonly question_id: number; readonly value: string }[]
  readonly answers: object
}

/** The connection of customers to one process. */
export interface Door {
  readonly client: JsonClient
  /** Sends the request and disconnects before the response. */
  leave(method: string, path: string, body: object | undefined, headers: Readonly<Record<string, string>>): Promise<void>
}

interface Reply {
  readonly configuration: string
  readonly cart: string
  readonly checkout: string
  readonly token: string
  readonly number: number
  readonly totals: { readonly gross: number }
  readonly positions: readonly SeenPosition[]
  readonly lines: readonly { readonly quantity: number }[]
}

const base = '/svc-api/runtime/v1'
const random = (limit: number): number => Math.floor(Math.random() * limit)

/** A cart with one position, whose checkout is complete. */
export interface OpenCart {
  readonly cart: string
  readonly checkout: string
  readonly first: readonly SeenPosition[]
  /** Complete configurations that customers can add to the cart. */
  readonly spare: readonly string[]
}

export async function openCart(client: JsonClient, { product, selections, answers }: Goods, spares = 2): Promise<OpenCart> {
  const finished = async (): Promise<string> =>
    (await client.data<Reply>('POST', `${base}/configurations`, { product_id: product, selections })).configuration
  const { cart } = await client.data<Reply>('POST', `${base}/carts`, {})
  const position = { configuration: await finished(), quantity: 1 }
  const { positions } = await client.data<Reply>('POST', `${base}/carts/${cart}/positions`, position)
  const { checkout } = await client.data<Reply>('POST', `${base}/carts/${cart}/checkout`, {})
  await client.data('PATCH', `${base}/checkouts/${checkout}`, answers)
  const configurations: string[] = []
  for (let count = 0; count < spares; count++) configurations.push(await finished())
  return { cart, checkout, first: seenPositions(positions), spare: configurations }
}

const seenPositions = (positions: readonly SeenPosition[]): readonly SeenPosition[] =>
  positions.map(({ id, configuration, quantity }) => ({ id, configuration, quantity }))

function outputOf(input: CartInput, { status, body }: JsonReply): CartOutput | null {
  const { data, code = '', detail = '' } = body as { data: Reply; code?: string; detail?: string }
  if (status >= 400) return /was lost while saving/.test(detail) ? null : { kind: 'refused', status, code }
  if (input.kind === 'confirm') return { kind: 'total', total: data.totals.gross }
  if (input.kind === 'place' || input.kind === 'read order')
    return { kind: 'order', number: data.number, quantities: data.lines.map(({ quantity }) => quantity) }
  return { kind: 'cart', positions: seenPositions(data.positions) }
}

export class Customer {
  private positions: readonly SeenPosition[]
  /** The last total that the customer received. */
  private total: number | null = null
  private order: string | null = null
  /** Added positions without a response. */
  private readonly unheard: Extract<CartInput, { kind: 'add' }>[] = []

  /**
   * @param number identifies the operations of the customer
   * @param leaving percentage of requests that the customer aborts before the response
   */
  constructor(
    private readonly number: number,
    private readonly open: OpenCart,
    private readonly doors: readonly Door[],
    private readonly history: CartOperation[],
    private readonly leaving: number,
  ) {
    this.positions = open.first
  }

  /** Performs a number of operations. The last ones order the cart. */
  async work(operations: number): Promise<void> {
    for (let remaining = operations; remaining > 0; remaining--)
      await this.ask(remaining > 3 ? this.chosen() : this.last(remaining))
  }

  private chosen(): CartInput {
    const dice = random(100)
    const { first, spare: configurations } = this.open
    const again = this.unheard.pop()
    if (again) return again
    if (dice < 12)
      return {
        kind: 'add',
        configuration: configurations[random(configurations.length)]!,
        quantity: 1 + random(3),
        key: randomUUID(),
      }
    const further = this.positions.filter(({ id }) => id !== first[0]!.id)
    if (dice < 22 && further.length > 0) return { kind: 'remove', position: further[random(further.length)]!.id }
    if (dice < 62) return { kind: 'change', position: this.positions[random(this.positions.length)]!.id, quantity: 1 + random(9) }
    return dice < 70 ? { kind: 'confirm' } : { kind: 'read' }
  }

  private last(remaining: number): CartInput {
    if (remaining === 3 || this.total === null) return { kind: 'confirm' }
    return remaining === 2 || this.order === null ? { kind: 'place', total: this.total } : { kind: 'read order' }
  }

  private wire(input: CartInput): readonly [string, string, object?, string?] {
    const { cart, checkout } = this.open
    switch (input.kind) {
      case 'read':
        return ['GET', `${base}/carts/${cart}`]
      case 'add': {
        const { configuration, quantity, key } = input
        return ['POST', `${base}/carts/${cart}/positions`, { configuration, quantity }, key]
      }
      case 'change':
        return ['PATCH', `${base}/carts/${cart}/positions/${input.position}`, { quantity: input.quantity }]
      case 'remove':
        return ['DELETE', `${base}/carts/${cart}/positions/${input.position}`]
      case 'confirm':
        return ['GET', `${base}/checkouts/${checkout}`]
      case 'place':
        return ['POST', `${base}/checkouts/${checkout}/place`, { total: input.total }, randomUUID()]
      case 'read order':
        return ['GET', `${base}/orders/${this.order}`]
    }
  }

  private async ask(input: CartInput): Promise<void> {
    const [method, path, body, key] = this.wire(input)
    const door = this.doors[random(this.doors.length)]!
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
    const called = performance.now()
    if (method !== 'GET' && random(100) < this.leaving) {
      await door.leave(method, path, body, headers)
      this.history.push({ client: this.number, input, output: null, called, returned: Infinity })
      if (input.kind === 'add') this.unheard.push(input)
      return
    }
    const answer = await door.client.send(method, path, body, headers).catch(() => null)
    const output = answer && outputOf(input, answer)
    this.history.push({ client: this.number, input, output, called, returned: output ? performance.now() : Infinity })
    if (output?.kind === 'cart') this.positions = output.positions
    else if (output?.kind === 'total') this.total = output.total
    else if (output?.kind === 'order' && input.kind === 'place')
      this.order = (answer!.body as { readonly data: Reply }).data.token
  }
}
