// Starts the checkout of a cart, or returns the existing one.
import { checkoutShape } from '../commerce/checkout/shape.js'
import { lazyImport } from '../foundation/lazy-import.js'
import { tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'

const load = lazyImport(() => import('../commerce/checkout/service.js'))

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
  handler: async (shopperContext, { token }) => (await load()).openCheckout(shopperContext, token),
})
