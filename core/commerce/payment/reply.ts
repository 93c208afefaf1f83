// What whoever pays reads of a payment.
import { choice, figure, named, nullable, object, type Shaped, text } from '../../model/verb/shape.js'
import { paymentStatuses } from '../../model/state/statuses.js'
import { instructionsOf } from '../document/texts.js'
import { instructionsShape } from '../document/shape.js'
import type { OrderRecord, PaymentRecord } from './rows.js'

const statuses = Object.keys(paymentStatuses) as readonly (keyof typeof paymentStatuses)[]

export const paymentShape = named(
  'Payment',
  object({
    status: choice(...statuses),
    title: text('Of the payment method, as the order names it.'),
    amount: figure('What is to be paid.'),
    currency: text('ISO 4217.'),
    reference: text('How the payment provider names it.'),
    redirect: nullable(text(), 'The page on which it is paid; null where the customer is sent nowhere, and when it has ended.'),
    instructions: nullable(instructionsShape, 'What the customer reads who is sent nowhere.'),
    created: text('ISO 8601.'),
  }),
)

export type PaymentReply = Shaped<typeof paymentShape>

export function paymentReply(payment: PaymentRecord, order: Pick<OrderRecord, 'payment_title'>): PaymentReply {
  const status = payment.status || 'pending'
  return {
    status,
    title: order.payment_title,
    amount: payment.amount ?? 0,
    currency: payment.currency_code,
    reference: payment.reference,
    redirect: status === 'pending' && payment.redirect !== '' ? payment.redirect : null,
    instructions: instructionsOf(payment.instructions),
    created: payment.created ?? '',
  }
}
