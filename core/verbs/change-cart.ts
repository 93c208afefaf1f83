// Changes the currency, location or note of a cart.
import { cartShape } from '../commerce/cart/shape.js'
import { currencyArgument, noteArgument, locationArguments, tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { changeCart as runChangeCart } from '../commerce/cart/change.js'

export const changeCart = defineVerb({
  name: 'change-cart',
  description: "Changes the currency, the shopper's location or the note of a cart.",
  method: 'PATCH',
  path: 'carts/:token',
  input: {
    token: tokenArgument('cart'),
    currency: currencyArgument('the current one'),
    ...locationArguments(),
    note: noteArgument(),
  },
  emptied: ['country', 'state', 'note'],
  access: { where: 'commerce', limit: 'changes' },
  reply: cartShape,
  handler: async (shopperContext, { token, fields: _fields, ...input }) => runChangeCart(shopperContext, token, input),
})
