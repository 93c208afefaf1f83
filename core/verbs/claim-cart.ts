// Assigns a guest's cart to the account after signing in.
import { cartShape } from '../commerce/cart/shape.js'
import { tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { claimGuestCart } from '../commerce/cart/service.js'

export const claimCart = defineVerb({
  name: 'claim-cart',
  description: "Assigns a guest's cart to the signed-in account, by the host's rule.",
  method: 'POST',
  path: 'carts/:token/claim',
  input: { token: tokenArgument('cart') },
  access: { where: 'commerce', limit: 'changes' },
  reply: cartShape,
  handler: async (shopperContext, { token }) => claimGuestCart(shopperContext, token),
})
