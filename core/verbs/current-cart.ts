// Reads the account's cart that was changed last.
import { cartShape } from '../commerce/cart/shape.js'
import { defineVerb } from '../verb/define.js'

export const currentCart = defineVerb({
  name: 'current-cart',
  description: "Reads the account's cart that was changed last.",
  method: 'GET',
  path: 'carts/current',
  input: {},
  access: { where: 'commerce', limit: 'changes' },
  reply: cartShape,
  handler: async (visit) => (await import('../commerce/cart/kept.js')).currentCart(visit),
})
