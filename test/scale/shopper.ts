// A shopper who configures, fills a cart and orders through the proxy, sends again what failed, and notes what he was told.
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Wares } from '../../bench/support/purchase.js'

const base = '/svc-api/runtime/v1'
/** Milliseconds after which a shopper gives up what he wants: longer than a key of a process that was killed stays taken. */
const patience = 120_000

interface Answer {
  /** 0 where the connection broke off. */
  readonly status: number
  readonly retryAfter: string | undefined
  readonly text: string
}

/** What an acknowledged order must be found as. */
export interface Acknowledged {
  readonly order: string
  readonly cart: string
  readonly number: number
  readonly gross: number
  readonly quantity: number
}

/** What all shoppers have seen. */
export interface Diary {
  readonly orders: Acknowledged[]
  /** Requests that were answered as wanted. */
  answered: number
  /** Milliseconds from the first attempt to the answer, of those that were sent more than once. */
  readonly waits: number[]
  /** Attempts that failed in a way in which they may, by what they were told. */
  readonly failed: Map<string, number>
  /** What should never happen. */
  readonly faults: string[]
}

export const createDiary = (): Diary => ({ orders: [], answered: 0, waits: [], failed: new Map(), faults: [] })

interface Position {
  readonly id: number
  readonly quantity: number
}
interface Told {
  readonly configuration: string
  readonly questions?: readonly { readonly id: number; readonly selection: string | null }[]
  readonly cart: string
  readonly positions: readonly Position[]
  readonly checkout: string
  readonly token: string
  readonly number: number
  readonly gross: number
  readonly totals: { readonly gross: number }
}

/** A request may be told so while something is being killed, and sent again: the process or its proxy cannot serve, or the key is taken. */
function mayFail({ status, retryAfter, text }: Answer): string | null {
  if (status === 0) return 'connection broke off'
  if (status === 503 && text.includes('"NOT_READY"')) return retryAfter === undefined ? null : '503 of the service'
  if (status === 502 || status === 503 || status === 504) return text.startsWith('<html>') ? `${status} of the proxy` : null
  if (status === 409 && text.includes('IDEMPOTENCY_IN_PROGRESS')) return '409 in progress'
  return null
}

export class Shopper {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false })

  constructor(
    private readonly port: number,
    private readonly wares: Wares,
    private readonly diary: Diary,
  ) {}

  /** One purchase after the other until it is over; the last one is brought to its end. */
  async shop(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      try {
        await this.purchase()
      } catch (error) {
        this.diary.faults.push(error instanceof Error ? error.message : String(error))
      }
    }
    this.agent.destroy()
  }

  private async purchase(): Promise<void> {
    const { product, selections, billing, shippingMethod, paymentMethod } = this.wares
    const { configuration } = await this.call('POST', 'configurations', { product_id: product, selections })
    const wanted = { question_id: selections[0]!.question_id, value: String(20 + Math.floor(Math.random() * 20)) }
    await this.call('PATCH', `configurations/${configuration}`, { selections: [wanted] })
    const kept = await this.call('GET', `configurations/${configuration}`)
    const held = kept.questions?.find(({ id }) => id === wanted.question_id)?.selection
    if (held !== wanted.value) throw new Error(`A selection of ${wanted.value} was acknowledged, and read as ${held}.`)

    const { cart } = await this.call('POST', 'carts', {})
    const { positions } = await this.call('POST', `carts/${cart}/positions`, { configuration, quantity: 1 })
    this.requirePositions('after the first', positions, 1)
    const quantity = 2 + Math.floor(Math.random() * 5)
    await this.call('PATCH', `carts/${cart}/positions/${positions[0]!.id}`, { quantity })
    this.requirePositions('read again', (await this.call('GET', `carts/${cart}`)).positions, quantity)

    const { checkout } = await this.call('POST', `carts/${cart}/checkout`, {})
    const { totals } = await this.call('PATCH', `checkouts/${checkout}`, {
      ...{ email: 'ada@example.org', billing, terms_agreed: true },
      ...{ shipping_method_id: shippingMethod, payment_method_id: paymentMethod },
    })
    const placed = await this.call('POST', `checkouts/${checkout}/place`, { total: totals.gross })
    const told = { order: placed.token, cart, number: placed.number, gross: placed.gross, quantity }
    this.diary.orders.push(told)
    const order = await this.call('GET', `orders/${placed.token}`)
    if (order.number !== told.number || order.gross !== told.gross)
      throw new Error(
        `Order ${told.number} over ${told.gross} was acknowledged, and read as ${order.number} over ${order.gross}.`,
      )
  }

  private requirePositions(when: string, positions: readonly Position[], quantity: number): void {
    const seen = positions.map((one) => one.quantity).join(', ')
    if (seen !== String(quantity))
      throw new Error(`A cart with one position of ${quantity} holds, ${when}: ${seen || 'nothing'}.`)
  }

  /** Sends it until it is answered, always under the same key. Throws where it is refused, or never answered. */
  private async call(method: string, path: string, body?: object): Promise<Told> {
    const key = randomUUID()
    const begun = performance.now()
    for (let attempt = 1; ; attempt++) {
      const answer = await this.send(method, `${base}/${path}`, key, body)
      if (answer.status >= 200 && answer.status < 300) {
        this.diary.answered += 1
        if (attempt > 1) this.diary.waits.push(performance.now() - begun)
        return (JSON.parse(answer.text) as { readonly data: Told }).data
      }
      const failure = mayFail(answer)
      const shown = `${method} ${path.replace(/[\w-]{20,}/, '…')} answered ${answer.status} at attempt ${attempt}: ${answer.text.slice(0, 400)}`
      if (failure === null) throw new Error(shown)
      this.diary.failed.set(failure, (this.diary.failed.get(failure) ?? 0) + 1)
      if (performance.now() - begun > patience) throw new Error(`Given up: ${shown}`)
      await sleep(Math.min(2_000, 100 * attempt) * (0.5 + Math.random()))
    }
  }

  private send(method: string, path: string, key: string, body?: object): Promise<Answer> {
    const content = body === undefined ? '' : JSON.stringify(body)
    const headers = {
      ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }),
      ...(method !== 'GET' && { 'idempotency-key': key }),
    }
    return new Promise((resolve) => {
      const broken = (): void => resolve({ status: 0, retryAfter: undefined, text: '' })
      const call = request({ host: '127.0.0.1', port: this.port, path, method, headers, agent: this.agent }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (piece: string) => (text += piece))
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], text }),
        )
        response.once('error', broken)
        response.once('aborted', broken)
      })
      call.once('error', broken)
      call.end(content)
    })
  }
}
