// The shop of the linearizability test, with a known total for each number of pieces.
import type { App } from '../../core/app.js'
import { createHomeAddress, openSellingShop } from '../support/selling-shop.js'
import type { JsonClient } from '../support/json-client.js'
import { type Goods, openCart } from './cart-history.js'

export async function stockGoods(app: App): Promise<Goods> {
  const shop = await openSellingShop(app)
  return {
    product: shop.lamp.product,
    selections: [{ question_id: shop.lamp.height, value: '20' }],
    answers: {
      ...{ email: 'ada@example.org', billing: createHomeAddress(shop), terms_agreed: true },
      ...{ shipping_method_id: shop.parcel, payment_method_id: shop.transfer },
    },
  }
}

interface Checkout {
  readonly totals: { readonly gross: number }
}

/** Each piece has the same price, and delivery costs the same for any number. */
export async function measureGross(client: JsonClient, goods: Goods): Promise<(pieces: number) => number> {
  const { cart, checkout, first } = await openCart(client, goods, 0)
  const measure = async (quantity: number): Promise<number> => {
    await client.data('PATCH', `/svc-api/runtime/v1/carts/${cart}/positions/${first[0]!.id}`, { quantity })
    const { totals } = await client.data<Checkout>('GET', `/svc-api/runtime/v1/checkouts/${checkout}`)
    return Math.round(totals.gross * 100)
  }
  const [single, two, seven] = [await measure(1), await measure(2), await measure(7)]
  const grossOf = (pieces: number): number => (single + (pieces - 1) * (two - single)) / 100
  if (grossOf(7) * 100 !== seven) throw new Error(`Seven pieces cost ${seven} cents, unlike the prices of one and two.`)
  return grossOf
}
