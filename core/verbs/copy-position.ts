// Copies a cart position with its configuration.
import { cartShape } from '../commerce/cart/shape.js'
import { recordIdArgument, tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { copyPosition as runCopyPosition } from '../commerce/cart/service.js'

export const copyPosition = defineVerb({
  name: 'copy-position',
  description: 'Copies a cart position with its configuration.',
  method: 'POST',
  path: 'carts/:token/positions/:position/copy',
  input: { token: tokenArgument('cart'), position: recordIdArgument('position') },
  status: 201,
  location: ({ cart }) => `carts/${cart}`,
  repeatable: true,
  access: { where: 'commerce', limit: 'changes' },
  reply: cartShape,
  handler: async (shopperContext, { token, position }) => runCopyPosition(shopperContext, token, position),
})
