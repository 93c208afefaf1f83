// Removes a position from a cart. Its configuration becomes open again.
import { cartShape } from '../commerce/cart/shape.js'
import { recordIdArgument, tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { removePosition as runRemovePosition } from '../commerce/cart/service.js'

export const removePosition = defineVerb({
  name: 'remove-position',
  description: 'Removes a position from a cart. Its configuration becomes open again.',
  method: 'DELETE',
  path: 'carts/:token/positions/:position',
  input: { token: tokenArgument('cart'), position: recordIdArgument('position') },
  access: { where: 'commerce', limit: 'changes' },
  reply: cartShape,
  handler: async (shopperContext, { token, position }) => runRemovePosition(shopperContext, token, position),
})
