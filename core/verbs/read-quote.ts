// Reads a quote with its current status and the data required to accept it.
import { quoteShape } from '../commerce/quote/shape.js'
import { tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { readOwnQuote } from '../commerce/quote/service.js'

export const readQuote = defineVerb({
  name: 'read-quote',
  description: 'Reads a quote and the data required to accept it.',
  method: 'GET',
  path: 'quotes/:token',
  input: { token: tokenArgument('quote') },
  access: { where: 'commerce' },
  reply: quoteShape,
  handler: async (shopperContext, { token }) => readOwnQuote(shopperContext, token),
})
