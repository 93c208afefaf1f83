// Begins the checkout of a cart, or goes on with the one that was begun.
import { checkoutShape } from '../commerce/checkout/shape.js'
import { later } from '../ground/later.js'
import { tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'

const load = later(() => import('../commerce/checkout/service.js'))

export const openCheckout = defineVerb({
  name: 'open-checkout',
  description: 'Begins the checkout of a cart, or gives the one that was begun: a cart has one.',
  method: 'POST',
  path: 'carts/:token/checkout',
  input: { token: tokenArgument('cart') },
  status: 201,
  location: ({ checkout }) => `checkouts/${checkout}`,
  repeatable: true,
  access: { where: 'commerce', limit: 'changes' },
  reply: checkoutShape,
  handler: async (visit, { token }) => (await load()).openCheckout(visit, token),
})
