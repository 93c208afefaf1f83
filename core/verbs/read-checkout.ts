// Reads a checkout: what is offered, what was chosen, what it costs now, what is missing.
import { checkoutShape } from '../commerce/checkout/shape.js'
import { later } from '../ground/later.js'
import { tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'

const load = later(() => import('../commerce/checkout/service.js'))

export const readCheckout = defineVerb({
  name: 'read-checkout',
  description: 'Reads a checkout, with what is offered, what it costs now, and what is still missing.',
  method: 'GET',
  path: 'checkouts/:token',
  input: { token: tokenArgument('checkout') },
  access: { where: 'commerce', limit: 'changes' },
  reply: checkoutShape,
  handler: async (visit, { token }) => (await load()).readCheckout(visit, token),
})
