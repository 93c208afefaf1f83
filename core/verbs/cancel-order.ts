// Cancels an order on behalf of its customer, if the shop allows it.
import { cancelOwnOrder } from '../commerce/order/progress.js'
import { orderProgressShape } from '../commerce/order/shape.js'
import { tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'

export const cancelOrder = defineVerb({
  name: 'cancel-order',
  description: 'Cancels an order that is neither confirmed nor paid nor shipped, if the settings of the shop allow it.',
  method: 'POST',
  path: 'orders/:token/cancellation',
  input: { token: tokenArgument('order') },
  access: { where: 'commerce', limit: 'changes' },
  reply: orderProgressShape,
  handler: async (shopperContext, { token }) => cancelOwnOrder(shopperContext, token),
})
