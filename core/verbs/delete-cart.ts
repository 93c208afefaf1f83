// Throws a cart away; what was configured in it is open again until it expires.
import { later } from '../ground/later.js'
import { tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'

const load = later(() => import('../commerce/cart/kept.js'))

export const deleteCart = defineVerb({
  name: 'delete-cart',
  description: 'Deletes a cart with its positions; what was configured in them is open again.',
  method: 'DELETE',
  path: 'carts/:token',
  input: { token: tokenArgument('cart') },
  access: { where: 'commerce', limit: 'changes' },
  reply: null,
  handler: async (visit, { token }) => (await load()).deleteCart(visit, token),
})
