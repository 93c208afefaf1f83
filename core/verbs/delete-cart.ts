// Throws a cart away; what was configured in it is open again until it expires.
import { tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'

export const deleteCart = defineVerb({
  name: 'delete-cart',
  description: 'Deletes a cart with its positions; what was configured in them is open again.',
  method: 'DELETE',
  path: 'carts/:token',
  input: { token: tokenArgument('cart') },
  access: { where: 'commerce', limit: 'changes' },
  reply: null,
  handler: async (visit, { token }) => (await import('../commerce/cart/kept.js')).deleteCart(visit, token),
})
