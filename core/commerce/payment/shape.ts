// The shape of a payment in runtime replies.
import { choice, figure, withName, nullable, object, type ShapeValue, text } from '../../model/verb/shape.js'
import { paymentStatuses } from '../../model/state/statuses.js'
import { instructionsShape } from '../document/shape.js'

const statuses = Object.keys(paymentStatuses) as readonly (keyof typeof paymentStatuses)[]

export const paymentShape = withName(
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

export type PaymentReply = ShapeValue<typeof paymentShape>
