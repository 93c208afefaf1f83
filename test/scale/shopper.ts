// A shopper that configures, fills a cart and orders, and logs all responses. Some carts are abandoned.
import { accuse, type Diary } from './diary.js'
import type { ScaleShop } from './shop.js'
import { type Answer, Wire } from './wire.js'

const base = '/svc-api/runtime/v1'
/** One of this number of carts is abandoned. */
const leaving = 5

interface Position {
  readonly id: number
  readonly quantity: number
}
interface Reply {
  readonly configuration: string
  readonly questions?: readonly { readonly id: number; readonly selection: string | null }[]
  readonly cart: string
  readonly positions: readonly Position[]
  readonly checkout: string
  readonly token: string
  readonly number: number
  readonly gross: number
  readonly totals: { readonly gross: number }
  readonly lines: readonly { readonly unit_net: number }[]
}

export class Shopper {
  private readonly wire: Wire

  constructor(
    port: number,
    private readonly shop: ScaleShop,
    private readonly diary: Diary,
  ) {
    this.wire = new Wire(port, diary, 'shoppers')
  }

  /** Makes one purchase after the other until the test ends. The last one is completed. */
  async buy(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      try {
        await this.purchase()
      } catch (error) {
        accuse(this.diary, error)
      }
    }
    this.wire.close()
  }

  private async purchase(): Promise<void> {
    const configuration = await this.configure()
    const { cart } = await this.call('POST', 'carts', {})
    const { positions } = await this.call('POST', `carts/${cart}/positions`, { configuration, quantity: 1 })
    this.requirePositions('after the first one was added', positions, [1])
    const quantity = 2 + Math.floor(Math.random() * 5)
    await this.call('PATCH', `carts/${cart}/positions/${positions[0]!.id}`, { quantity })
    this.requirePositions('after it was read again', (await this.call('GET', `carts/${cart}`)).positions, [quantity])
    if (Math.random() * leaving < 1) this.diary.carts.set(cart, [quantity])
    else await this.order(cart, quantity)
  }

  private async configure(): Promise<string> {
    const { product, selections } = this.shop.wares
    const { configuration } = await this.call('POST', 'configurations', { product_id: product, selections })
    const selection = { question_id: selections[0]!.question_id, value: String(20 + Math.floor(Math.random() * 20)) }
    await this.call('PATCH', `configurations/${configuration}`, { selections: [selection] })
    const reply = await this.call('GET', `configurations/${configuration}`)
    const selected = reply.questions?.find(({ id }) => id === selection.question_id)?.selection
    if (selected !== selection.value)
      throw new Error(`A selection of ${selection.value} was acknowledged but read as ${selected}.`)
    return configuration
  }

  /** Accepts the total and places the order. If an author changed the price in the meantime, accepts the new total. */
  private async order(cart: string, quantity: number): Promise<void> {
    const { billing, shippingMethod, paymentMethod } = this.shop.wares
    const { checkout } = await this.call('POST', `carts/${cart}/checkout`, {})
    let { totals } = await this.call('PATCH', `checkouts/${checkout}`, {
      ...{ email: 'ada@example.org', billing, terms_agreed: true },
      ...{ shipping_method_id: shippingMethod, payment_method_id: paymentMethod },
    })
    for (;;) {
      const body = { total: totals.gross }
      const isTotalChanged = ({ text }: Answer): boolean => text.includes('"TOTAL_CHANGED"')
      const response = await this.wire.call<Reply>('POST', `${base}/checkouts/${checkout}/place`, { body, taken: isTotalChanged })
      const { data: placed, sent: requestTime, answered, status } = response
      if (status === 409) {
        // A TOTAL_CHANGED error contains the current checkout.
        ;({ totals } = placed)
        this.diary.refusedPrices += 1
        continue
      }
      if (placed.gross !== totals.gross)
        throw new Error(`An order was confirmed at ${totals.gross} but placed at ${placed.gross}.`)
      const price = Math.round((placed.lines[0]!.unit_net - this.shop.answers) * 100) / 100
      const noted = { order: placed.token, cart, number: placed.number, gross: placed.gross, quantity }
      this.diary.orders.push({ ...noted, base: price, sent: requestTime, answered })
      const order = await this.call('GET', `orders/${placed.token}`)
      if (order.number !== noted.number || order.gross !== noted.gross)
        throw new Error(
          `Order ${noted.number} over ${noted.gross} was acknowledged but read as ${order.number} over ${order.gross}.`,
        )
      return
    }
  }

  private requirePositions(when: string, positions: readonly Position[], quantities: readonly number[]): void {
    const actual = positions.map((position) => position.quantity).join(', ')
    if (actual !== quantities.join(', '))
      throw new Error(`A cart with positions of ${quantities.join(', ')} contains ${actual || 'nothing'} ${when}.`)
  }

  private async call(method: string, path: string, body?: object): Promise<Reply> {
    return (await this.wire.call<Reply>(method, `${base}/${path}`, body === undefined ? {} : { body })).data
  }
}
