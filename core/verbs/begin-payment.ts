// Begins to pay an order, or says how the payment goes that is under way.
import { paymentShape } from '../commerce/payment/shape.js'
import { later } from '../ground/later.js'
import { tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'

const load = later(() => import('../commerce/payment/begin.js'))

export const beginPayment = defineVerb({
  name: 'begin-payment',
  description:
    'Begins to pay an order by its payment method, or gives the payment that is under way: where the customer is sent, or what he is told.',
  method: 'POST',
  path: 'orders/:token/payments',
  input: { token: tokenArgument('order') },
  access: { where: 'commerce', limit: 'changes' },
  status: 201,
  repeatable: 'outside',
  secret: true,
  reply: paymentShape,
  handler: async (visit, { token }) => (await load()).beginPayment(visit, token),
})
