// Orders again what was ordered once: a new cart with copies of its configurations, priced and settled as things are today.
import { ValidationError } from '../../ground/errors.js'
import { cartPosition } from '../../model/entities/orders/cart-position.js'
import { configuration } from '../../model/entities/orders/configuration.js'
import { orderLine } from '../../model/entities/orders/order-line.js'
import { compiledProduct, productTopic } from '../../product/programs.js'
import { shopCurrency } from '../../shop/currency.js'
import { untold } from '../../shop/place.js'
import type { InUnit } from '../../storage/work.js'
import { follow } from '../cart/change.js'
import { copyConfiguration } from '../cart/copy.js'
import type { CartReply } from '../cart/define.js'
import { insertCart } from '../cart/rows.js'
import { showing } from '../cart/showing.js'
import { newToken, stored, type StoredConfiguration } from '../configuration/rows.js'
import type { Visit } from '../visit.js'
import { findOrder } from './find.js'

interface Again {
  readonly source: StoredConfiguration
  readonly quantity: number
  readonly note: string
}

/**
 * The new cart, the visitor's current one; what is no longer sold stays out. NOT_FOUND as for reading the order; VALIDATION_FAILED on
 * `order` where nothing of it is sold any more.
 */
export function repeatOrder(visit: Visit, token: string): Promise<CartReply> {
  return showing(visit, async (inside) => {
    const work = await inside.at()
    const order = await findOrder(work, token)
    const lines = await stillSold(work, order.id)
    if (lines.length === 0) throw ValidationError.of('order', 'Nothing of this order is sold any more.', 'NOT_SOLD')
    const { all, chosen: standard } = await shopCurrency(work, null)
    const currency = all.find(({ code }) => code === order.currency_code) ?? standard
    const cart = await insertCart(work, work.shopper.customerId, { currency_id: currency.id, ...untold, note: '' })
    for (const [index, { source, quantity, note }] of lines.entries()) {
      const copy = await copyConfiguration(work, source, { token: newToken(), state: 'in_cart' })
      await work.write(cartPosition, { cart_id: cart.id, configuration_id: copy, quantity, note, ordering: index + 1 })
    }
    await follow(work, cart.id, { currency_id: currency.id, ...untold })
    return cart.token
  })
}

/** In the order of the lines. */
async function stillSold(visit: Visit & InUnit, orderId: number): Promise<readonly Again[]> {
  const lines = (await visit.list(orderLine, { column: 'sales_order_id', values: [orderId] })).map(({ values }) => values)
  const held = await visit.lock(configuration, { column: 'id', values: lines.map((line) => line.configuration_id) })
  const found: Again[] = []
  for (const { configuration_id: id, quantity, note } of lines) {
    const record = held.find((one) => one.id === id)
    if (!record) continue
    const source = stored(record)
    const work = await visit.at(productTopic(source.product_id))
    const product = await compiledProduct(work, source.product_id)
    if (product?.isPublished) found.push({ source, quantity: quantity ?? 1, note })
  }
  return found
}
