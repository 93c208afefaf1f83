// Makes a saved cart the account's current one.
import { cartShape } from '../commerce/cart/shape.js'
import { tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { resumeCart as runResumeCart } from '../commerce/cart/saved-carts.js'

export const resumeCart = defineVerb({
  name: 'resume-cart',
  description: "Makes a cart the account's current one.",
  method: 'POST',
  path: 'carts/:token/resume',
  input: { token: tokenArgument('cart') },
  access: { where: 'commerce', limit: 'changes' },
  reply: cartShape,
  handler: async (shopperContext, { token }) => runResumeCart(shopperContext, token),
})
