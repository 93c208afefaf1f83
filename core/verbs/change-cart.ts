// Changes what a shopper chooses for a whole cart: its currency, where he is, its note.
import { cartShape } from '../commerce/cart/shape.js'
import { later } from '../ground/later.js'
import { currencyArgument, noteArgument, placeArguments, tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'

const load = later(() => import('../commerce/cart/change.js'))

export const changeCart = defineVerb({
  name: 'change-cart',
  description: 'Changes the currency of a cart, where the shopper says that he is, or the note.',
  method: 'PATCH',
  path: 'carts/:token',
  input: {
    token: tokenArgument('cart'),
    currency: currencyArgument('the one that it has'),
    ...placeArguments(),
    note: noteArgument(),
  },
  emptied: ['country', 'state', 'note'],
  access: { where: 'commerce', limit: 'changes' },
  reply: cartShape,
  handler: async (visit, { token, fields: _fields, ...input }) => (await load()).changeCart(visit, token, input),
})
