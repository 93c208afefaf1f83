// Puts what is in a quote into a new cart.
import { cartShape } from '../commerce/cart/shape.js'
import { later } from '../ground/later.js'
import { tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'

const load = later(() => import('../commerce/quote/service.js'))

export const repeatQuote = defineVerb({
  name: 'repeat-quote',
  description: 'Puts copies of what is in a quote into a new cart, as far as it is still sold, at the prices of now.',
  method: 'POST',
  path: 'quotes/:token/repeat',
  input: { token: tokenArgument('quote') },
  status: 201,
  location: ({ cart }) => `carts/${cart}`,
  repeatable: true,
  access: { where: 'commerce', limit: 'changes' },
  reply: cartShape,
  handler: async (visit, { token }) => (await load()).repeatQuote(visit, token),
})
