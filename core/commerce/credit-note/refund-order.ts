// Refunds parts of an order: writes the credit note, then pays the money back through the payments that have some left.
import { fromAmount, toAmount } from '../../engine/money/amount.js'
import { ServiceError, ValidationError } from '../../foundation/errors.js'
import { createMessage } from '../../foundation/message.js'
import { creditNote } from '../../model/entities/orders/credit-note.js'
import { salesOrder } from '../../model/entities/orders/sales-order.js'
import type { ServiceContext } from '../../storage/service-context.js'
import { lockOrder } from '../order/order-states.js'
import { refundPayment } from '../payment/refund.js'
import { listOrderPayments } from '../payment/rows.js'
import type { CreditRequest } from './compute-credit.js'
import { creditOrder } from './write-credit-note.js'

export interface RefundRequest extends CreditRequest {
  /** Printed on the credit note. */
  readonly reason?: string | null | undefined
  /** False: writes the credit note only. Default true. */
  readonly pay_back?: boolean | undefined
}

export interface OrderRefund {
  readonly order_id: number
  readonly credit_note_id: number | null
  /** The number of the credit note. null: the order has no invoice. */
  readonly credit_note: string | null
  /** The credited amount. */
  readonly gross: number
  readonly currency: string
  /** The amount paid back by this call. Less than `gross` if less was received, or the provider failed. */
  readonly refunded: number
  /** True if staff must pay the money back, because the provider cannot. */
  readonly by_hand: boolean
  /** The answer of a provider that failed. Empty: none failed. */
  readonly problem: string
  readonly payment_state: string
}

interface PaidBack {
  readonly refunded: number
  readonly by_hand: boolean
  readonly problem: string
}

/** Pays back from the payments with money left, oldest first. A provider that fails ends it; the rest can be refunded by payment. */
async function payBack(work: ServiceContext, orderId: number, currency: string, gross: number): Promise<PaidBack> {
  let open = toAmount(gross)
  let byHand = false
  const done = () => ({ refunded: fromAmount(toAmount(gross) - open), by_hand: byHand })
  for (const { id, received, received_currency, refunded } of await listOrderPayments(work, orderId)) {
    const part = Math.min(open, toAmount(received ?? 0) - toAmount(refunded ?? 0))
    if (part <= 0 || received_currency !== currency) continue
    try {
      const report = await refundPayment(work, id, fromAmount(part))
      byHand ||= report.by_hand
      open -= part
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      return { ...done(), problem: error.message }
    }
  }
  return { ...done(), problem: '' }
}

/**
 * Credits and pays back lines, delivery or an amount. Call it outside of units, because it calls payment providers. NOT_FOUND for an unknown
 * order. VALIDATION_FAILED if the parts exceed the remainder of the invoice.
 */
export async function refundOrder(work: ServiceContext, orderId: number, request: RefundRequest): Promise<OrderRefund> {
  const { reason, pay_back: paysBack = true, ...parts } = request
  const { stored, currency } = await work.transact(async (inside) => {
    const { number, status, currency_code } = await lockOrder(inside, orderId)
    if (number === null || status === 'cancelled')
      throw ValidationError.of('order_id', createMessage('errors.orderNotRefundable', { id: orderId, status }), 'NOT_ALLOWED')
    return { stored: await creditOrder(inside, orderId, parts, reason ?? ''), currency: currency_code }
  })
  const { credit, creditNoteId } = stored
  const paid = paysBack ? await payBack(work, orderId, currency, credit.gross) : { refunded: 0, by_hand: false, problem: '' }
  const order = await work.read(salesOrder, orderId)
  const note = creditNoteId === null ? null : await work.read(creditNote, creditNoteId)
  return {
    order_id: orderId,
    credit_note_id: creditNoteId,
    credit_note: note?.values.number ?? null,
    gross: credit.gross,
    currency,
    ...paid,
    payment_state: order?.values.payment_state ?? '',
  }
}
