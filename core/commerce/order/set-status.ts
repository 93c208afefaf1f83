// Sets the status of an order for staff. Only the customer can place an order, so a draft never becomes `ordered` here.
import { createMessage } from '../../foundation/message.js'
import { NotFoundError, ValidationError } from '../../foundation/errors.js'
import { salesOrder } from '../../model/entities/orders/sales-order.js'
import type { States } from '../../model/state/statuses.js'
import type { ServiceContext } from '../../storage/service-context.js'
import { changeState } from '../state/change-state.js'

type OrderStatus = States['sales-order']

export interface OrderStatusChange {
  readonly order_id: number
  readonly number: number | null
  readonly from: OrderStatus
  readonly status: OrderStatus
}

/** NOT_FOUND, naming the id. VALIDATION_FAILED on `status` if the transition is not allowed. */
export function setOrderStatus(work: ServiceContext, orderId: number, status: OrderStatus): Promise<OrderStatusChange> {
  return work.transact(async (inside) => {
    const [order] = await inside.lock(salesOrder, { column: 'id', values: [orderId] })
    if (!order) throw new NotFoundError(createMessage('errors.noOrderWithId', { id: orderId }))
    const { number, status: from } = order.values
    if (number === null && status === 'ordered') throw createPlaceRefusal(orderId, from)
    const change = await changeState(inside, 'sales-order', orderId, status)
    // A cancelled draft releases its cart for another checkout.
    if (number === null && status === 'cancelled') await inside.write(salesOrder, { cart_id: null }, { id: orderId })
    return { order_id: orderId, number, from: change.from, status: change.to }
  })
}

/** A draft has no lines, no total and no agreement to pay, so staff cannot place it. */
function createPlaceRefusal(orderId: number, from: string): ValidationError {
  const message = createMessage('errors.draftNotOrdered', { id: orderId, status: from })
  return ValidationError.of('status', message, 'NOT_ALLOWED')
}
