// Lists the payments of an order with their status.
import { paymentShape } from '../commerce/payment/define.js'
import { listOf, object } from '../model/verb/shape.js'
import { tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { listPayments as runListPayments } from '../commerce/payment/begin.js'

export const listPayments = defineVerb({
  name: 'list-payments',
  description: 'Lists the payments of an order, the oldest first.',
  method: 'GET',
  path: 'orders/:token/payments',
  input: { token: tokenArgument('order') },
  access: { where: 'commerce', limit: 'changes' },
  secret: true,
  reply: object({ payments: listOf(paymentShape) }),
  handler: async (shopperContext, { token }) => ({
    payments: await runListPayments(shopperContext, token),
  }),
})
