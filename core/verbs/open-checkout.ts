// Starts the checkout of a cart, or returns the existing one.
import { checkoutShape } from '../commerce/checkout/define.js'
import { tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { openCheckout as runOpenCheckout } from '../commerce/checkout/service.js'

export const openCheckout = defineVerb({
  name: 'open-checkout',
  description: 'Starts the checkout of a cart, or returns the existing one. A cart has one checkout.',
  method: 'POST',
  path: 'carts/:token/checkout',
  input: { token: tokenArgument('cart') },
  status: 201,
  location: ({ checkout }) => `checkouts/${checkout}`,
  repeatable: true,
  access: { where: 'commerce', limit: 'changes' },
  reply: checkoutShape,
  handler: async (shopperContext, { token }) => runOpenCheckout(shopperContext, token),
})
