// Copies the positions of a quote to a new cart.
import { cartShape } from '../commerce/cart/shape.js'
import { tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { repeatQuote as runRepeatQuote } from '../commerce/quote/service.js'

export const repeatQuote = defineVerb({
  name: 'repeat-quote',
  description: 'Copies the positions of a quote to a new cart, if they are still sold, at current prices.',
  method: 'POST',
  path: 'quotes/:token/repeat',
  input: { token: tokenArgument('quote') },
  status: 201,
  location: ({ cart }) => `carts/${cart}`,
  repeatable: true,
  access: { where: 'commerce', limit: 'changes' },
  reply: cartShape,
  handler: async (shopperContext, { token }) => runRepeatQuote(shopperContext, token),
})
