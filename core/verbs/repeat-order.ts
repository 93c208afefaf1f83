// Copies the positions of an order to a new cart.
import { cartShape } from '../commerce/cart/shape.js'
import { tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { repeatOrder as runRepeatOrder } from '../commerce/order/repeat.js'

export const repeatOrder = defineVerb({
  name: 'repeat-order',
  description: 'Copies the positions of an order to a new cart, if they are still sold, at current prices.',
  method: 'POST',
  path: 'orders/:token/repeat',
  input: { token: tokenArgument('order') },
  status: 201,
  location: ({ cart }) => `carts/${cart}`,
  repeatable: true,
  access: { where: 'commerce', limit: 'changes' },
  reply: cartShape,
  handler: async (shopperContext, { token }) => runRepeatOrder(shopperContext, token),
})
