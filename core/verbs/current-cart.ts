// Reads the account's most recently changed cart.
import { cartShape } from '../commerce/cart/shape.js'
import { defineVerb } from './define-verb.js'
import { readCurrentCart } from '../commerce/cart/saved-carts.js'

export const currentCart = defineVerb({
  name: 'current-cart',
  description: "Reads the account's most recently changed cart.",
  method: 'GET',
  path: 'carts/current',
  input: {},
  access: { where: 'commerce', limit: 'changes' },
  reply: cartShape,
  handler: async (shopperContext) => readCurrentCart(shopperContext),
})
