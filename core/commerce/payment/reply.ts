// Builds the customer's reply about a payment.
import { parseInstructions } from '../document/texts.js'
import type { OrderRecord, PaymentRecord } from './rows.js'
import type { PaymentReply } from './shape.js'

export function toPaymentReply(payment: PaymentRecord, order: Pick<OrderRecord, 'payment_title'>): PaymentReply {
  const status = payment.status || 'pending'
  return {
    status,
    title: order.payment_title,
    amount: payment.amount ?? 0,
    currency: payment.currency_code,
    reference: payment.reference,
    redirect: status === 'pending' && payment.redirect !== '' ? payment.redirect : null,
    instructions: parseInstructions(payment.instructions),
    created: payment.created ?? '',
  }
}
