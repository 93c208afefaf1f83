// Orders for their owner: find by token, read the frozen document, list orders, download uploaded files, and repeat an order.
import { NotFoundError, ValidationError } from '../../foundation/errors.js'
import { createMessage } from '../../foundation/message.js'
import { salesOrder, type OrderRecord } from '../../model/entities/orders/sales-order.js'
import type { ReplyFile } from '../../model/verb/shape.js'
import { requireAccount, requireCartRules, type ShopperContext } from '../shopper-context.js'
import { findOrderByToken } from '../checkout/draft.js'
import { canAccessDocument } from '../document/access.js'
import type { DocumentReply } from '../document/define.js'
import { formatDocumentNumber, toDocumentCurrency } from '../document/kinds.js'
import { toDocumentReply, readOrder, readUploadedFile } from '../document/rows.js'
import type { OrderSummary } from './define.js'
import { orderLine } from '../../model/entities/orders/order-line.js'
import type { CartReply } from '../cart/define.js'
import { refillCart } from '../cart/service.js'
import { runCartTransaction } from '../cart/change.js'

export const createUnknownOrderError = (): NotFoundError => new NotFoundError(createMessage('shop.orderUnknown'))

/** True once the order is placed. It then has a number, and only its status changes. */
export const isPlacedOrder = ({ number }: OrderRecord): boolean => number !== null

/** The visitor's placed order. NOT_FOUND for unknown orders, drafts and orders of other people. */
export async function findOrder(shopperContext: ShopperContext, token: string): Promise<OrderRecord> {
  requireCartRules(shopperContext)
  const order = await findOrderByToken(shopperContext, token)
  if (!order || !isPlacedOrder(order) || !(await canAccessDocument(shopperContext, order))) throw createUnknownOrderError()
  return order
}

/** The frozen document. NOT_FOUND for unknown orders, drafts and orders of other people. */
export async function readOwnOrder(shopperContext: ShopperContext, token: string): Promise<DocumentReply> {
  const { id } = await findOrder(shopperContext, token)
  const document = await readOrder(shopperContext, id)
  if (document === null) throw createUnknownOrderError()
  return toDocumentReply(document)
}

/** An uploaded file of the order, by the id in the reply. NOT_FOUND for unknown files and orders of other people. */
export async function readOwnOrderFile(shopperContext: ShopperContext, token: string, file: string): Promise<ReplyFile> {
  const { id } = await findOrder(shopperContext, token)
  return readUploadedFile(shopperContext, 'sales-order', id, file)
}

function toOrderSummary(order: OrderRecord): OrderSummary {
  const { token, number, status, placed } = order
  return {
    order: token,
    number,
    number_text: formatDocumentNumber(order),
    status,
    payment_state: order.payment_state,
    fulfilment_state: order.fulfilment_state,
    placed,
    currency: toDocumentCurrency(order),
    gross: order.gross ?? 0,
    recurring_gross: order.recurring_gross ?? 0,
  }
}

/** The orders of the account, newest first. AUTHENTICATION_REQUIRED for guests. */
export async function listOrders(shopperContext: ShopperContext): Promise<readonly OrderSummary[]> {
  requireCartRules(shopperContext)
  const records = await shopperContext.list(salesOrder, { column: 'customer_id', values: [requireAccount(shopperContext)] })
  return records
    .map(({ values }) => values)
    .filter(isPlacedOrder)
    .toSorted((a, b) => (b.number ?? 0) - (a.number ?? 0))
    .map(toOrderSummary)
}

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
