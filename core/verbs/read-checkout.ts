// Reads a checkout: offered methods, selected values, current price and missing data.
import { checkoutShape } from '../commerce/checkout/define.js'
import { tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { readCheckout as runReadCheckout } from '../commerce/checkout/service.js'

export const readCheckout = defineVerb({
  name: 'read-checkout',
  description: 'Reads a checkout with the offered methods, the current price and the missing data.',
  method: 'GET',
  path: 'checkouts/:token',
  input: { token: tokenArgument('checkout') },
  access: { where: 'commerce', limit: 'changes' },
  reply: checkoutShape,
  handler: async (shopperContext, { token }) => runReadCheckout(shopperContext, token),
})
