// Takes a kept cart up again: it is the account's current one from now on.
import { resumeCart as resume } from '../commerce/cart/kept.js'
import { cartShape } from '../commerce/cart/shape.js'
import { tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'

export const resumeCart = defineVerb({
  name: 'resume-cart',
  description: "Makes a cart the account's current one.",
  method: 'POST',
  path: 'carts/:token/resume',
  input: { token: tokenArgument('cart') },
  access: { where: 'commerce', limit: 'changes' },
  reply: cartShape,
  handler: (visit, { token }) => resume(visit, token),
})
