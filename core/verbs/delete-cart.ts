// Deletes a cart. Its configurations become open again until they expire.
import { tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { deleteCart as runDeleteCart } from '../commerce/cart/saved-carts.js'

export const deleteCart = defineVerb({
  name: 'delete-cart',
  description: 'Deletes a cart with its positions. Their configurations become open again.',
  method: 'DELETE',
  path: 'carts/:token',
  input: { token: tokenArgument('cart') },
  access: { where: 'commerce', limit: 'changes' },
  reply: null,
  handler: async (shopperContext, { token }) => runDeleteCart(shopperContext, token),
})
