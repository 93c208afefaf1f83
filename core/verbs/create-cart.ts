// Creates a cart and makes it the shopper's current one.
import { cartShape } from '../commerce/cart/shape.js'
import { later } from '../ground/later.js'
import { currencyArgument, noteArgument, placeArguments } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'

const load = later(() => import('../commerce/cart/service.js'))

export const createCart = defineVerb({
  name: 'create-cart',
  description: 'Creates a cart.',
  method: 'POST',
  path: 'carts',
  input: { currency: currencyArgument(), ...placeArguments(), note: noteArgument() },
  status: 201,
  location: ({ cart }) => `carts/${cart}`,
  repeatable: true,
  access: { where: 'commerce', limit: 'changes' },
  reply: cartShape,
  handler: async (visit, { fields: _fields, ...input }) => (await load()).createCart(visit, input),
})
