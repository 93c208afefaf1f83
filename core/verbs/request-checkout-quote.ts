// Requests a quote instead of placing the order of a checkout.
import { quoteShape } from '../commerce/quote/shape.js'
import { tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { requestQuoteOfCheckout } from '../commerce/quote/request.js'

export const requestCheckoutQuote = defineVerb({
  name: 'request-checkout-quote',
  description: 'Requests a quote with the addresses and delivery of a checkout. Requesting it again returns the same quote.',
  method: 'POST',
  path: 'checkouts/:token/quote',
  input: { token: tokenArgument('checkout') },
  status: 201,
  location: ({ token }) => `quotes/${token}`,
  repeatable: true,
  access: { where: 'commerce', limit: 'orders' },
  reply: quoteShape,
  handler: async (shopperContext, { token }) => requestQuoteOfCheckout(shopperContext, token),
})
