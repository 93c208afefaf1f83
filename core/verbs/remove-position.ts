// Takes a position out of a cart; its configuration is open again.
import { cartShape } from '../commerce/cart/shape.js'
import { later } from '../ground/later.js'
import { idArgument, tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'

const load = later(() => import('../commerce/cart/service.js'))

export const removePosition = defineVerb({
  name: 'remove-position',
  description: 'Takes a position out of a cart; its configuration is open again.',
  method: 'DELETE',
  path: 'carts/:token/positions/:position',
  input: { token: tokenArgument('cart'), position: idArgument('position') },
  access: { where: 'commerce', limit: 'changes' },
  reply: cartShape,
  handler: async (visit, { token, position }) => (await load()).removePosition(visit, token, position),
})
