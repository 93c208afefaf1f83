// Sets the status of an order for whoever runs the shop; placing one is the customer's part, so no draft becomes an order here.
import { NotFoundError, ValidationError } from '../../foundation/errors.js'
import { salesOrder } from '../../model/entities/orders/sales-order.js'
import type { States } from '../../model/state/declaration.js'
import type { Work } from '../../storage/work.js'
import { changeState } from '../state/change-state.js'

type Status = States['sales-order']

export interface ChangedStatus {
  readonly order_id: number
  readonly number: number | null
  readonly from: Status
  readonly status: Status
}

/** NOT_FOUND for an order that is not there, named by its id; VALIDATION_FAILED on `status` where it may not follow. */
export function setOrderStatus(work: Work, orderId: number, status: Status): Promise<ChangedStatus> {
  return work.transact(async (inside) => {
    const [order] = await inside.lock(salesOrder, { column: 'id', values: [orderId] })
    if (!order) throw new NotFoundError(`There is no order with the order_id ${orderId}.`)
    const { number, status: from } = order.values
    if (number === null && status === 'ordered') throw refuseToPlace(orderId, from)
    const change = await changeState(inside, 'sales-order', orderId, status)
    // A draft that has ended gives its cart free for another checkout.
    if (number === null && status === 'cancelled') await inside.write(salesOrder, { cart_id: null }, { id: orderId })
    return { order_id: orderId, number, from: change.from, status: change.to }
  })
}

/** What nobody has agreed to pay is not ordered: it has no lines and no total. */
function refuseToPlace(orderId: number, from: string): ValidationError {
  const message =
    `The order ${orderId} is '${from}': a checkout that nobody has placed. It becomes 'ordered' when its customer places it, ` +
    "for the total that he agrees to; until then it may become 'saved' or 'cancelled'."
  return ValidationError.of('status', message, 'NOT_ALLOWED')
}
