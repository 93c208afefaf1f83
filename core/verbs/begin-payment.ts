// Starts the payment of an order, or returns the pending payment.
import { paymentShape } from '../commerce/payment/define.js'
import { tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { beginPayment as runBeginPayment } from '../commerce/payment/begin.js'

export const beginPayment = defineVerb({
  name: 'begin-payment',
  description:
    'Starts the payment of an order by its payment method, or returns the pending payment: the URL of the payment page, or the payment instructions.',
  method: 'POST',
  path: 'orders/:token/payments',
  input: { token: tokenArgument('order') },
  access: { where: 'commerce', limit: 'changes' },
  status: 201,
  repeatable: 'outside',
  secret: true,
  reply: paymentShape,
  handler: async (shopperContext, { token }) => runBeginPayment(shopperContext, token),
})
