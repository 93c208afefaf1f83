// Reads a cart with current prices.
import { cartShape } from '../commerce/cart/shape.js'
import { tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { readCart as runReadCart } from '../commerce/cart/cart-transaction.js'

export const readCart = defineVerb({
  name: 'read-cart',
  description: 'Reads a cart.',
  method: 'GET',
  path: 'carts/:token',
  input: { token: tokenArgument('cart') },
  access: { where: 'commerce', limit: 'changes' },
  reply: cartShape,
  handler: async (shopperContext, { token }) => runReadCart(shopperContext, token),
})
