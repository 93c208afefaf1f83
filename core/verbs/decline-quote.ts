// Declines a quote on behalf of the customer.
import { quoteShape } from '../commerce/quote/shape.js'
import { tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { declineOwnQuote } from '../commerce/quote/service.js'

export const declineQuote = defineVerb({
  name: 'decline-quote',
  description: 'Declines a quote. Declining it again has no effect.',
  method: 'POST',
  path: 'quotes/:token/decline',
  input: { token: tokenArgument('quote') },
  repeatable: true,
  access: { where: 'commerce', limit: 'changes' },
  reply: quoteShape,
  handler: async (shopperContext, { token }) => declineOwnQuote(shopperContext, token),
})
