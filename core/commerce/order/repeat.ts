// Repeats an order: creates a new cart with copies of its configurations at current prices.
import { createMessage } from '../../foundation/message.js'
import { ValidationError } from '../../foundation/errors.js'
import { orderLine } from '../../model/entities/orders/order-line.js'
import type { CartReply } from '../cart/define.js'
import { refillCart } from '../cart/refill-cart.js'
import { runCartTransaction } from '../cart/cart-transaction.js'
import type { ShopperContext } from '../shopper-context.js'
import { findOrder } from './service.js'

/**
 * The new cart, which becomes the visitor's current one. Items that are no longer sold are left out. NOT_FOUND as for reading the order.
 * VALIDATION_FAILED on `order` if the shop sells no item of the order any more.
 */
export function repeatOrder(shopperContext: ShopperContext, token: string): Promise<CartReply> {
  return runCartTransaction(shopperContext, async (inside) => {
    const work = await inside.at()
    const { id, currency_code: currencyCode } = await findOrder(work, token)
    const records = await work.list(orderLine, { column: 'sales_order_id', values: [id] })
    const cart = await refillCart(work, { lines: records.map(({ values }) => values), currencyCode })
    if (cart === null) throw ValidationError.of('order', createMessage('shop.orderNotSold'), 'NOT_SOLD')
    return cart
  })
}
