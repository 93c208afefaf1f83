// What whoever pays reads of a payment.
import { isObject } from '../../ground/object.js'
import { choice, figure, listOf, named, nullable, object, type Shape, type Shaped, text } from '../../model/verb/shape.js'
import { paymentStatuses } from '../../model/state/statuses.js'
import type { Instructions } from './define.js'
import type { OrderRecord, PaymentRecord } from './rows.js'

const statuses = Object.keys(paymentStatuses) as readonly (keyof typeof paymentStatuses)[]

const instructionsShape: Shape<Instructions> = named(
  'PaymentInstructions',
  object({
    text: text(),
    details: listOf(object({ label: text(), text: text() }), 'What is copied one by one: an IBAN, an amount.'),
  }),
)

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

function instructionsOf(stored: unknown): Instructions | null {
  if (!isObject(stored) || typeof stored['text'] !== 'string') return null
  const { text: said, details } = stored
  const rows = Array.isArray(details) ? details.filter(isObject) : []
  return { text: said, details: rows.map((row) => ({ label: String(row['label']), text: String(row['text']) })) }
}

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
