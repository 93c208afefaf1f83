// Creates a cart and makes it the shopper's current one.
import { cartShape } from '../commerce/cart/shape.js'
import { currencyArgument, noteArgument, locationArguments } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { createCart as runCreateCart } from '../commerce/cart/service.js'

export const createCart = defineVerb({
  name: 'create-cart',
  description: 'Creates a cart.',
  method: 'POST',
  path: 'carts',
  input: { currency: currencyArgument(), ...locationArguments(), note: noteArgument() },
  status: 201,
  location: ({ cart }) => `carts/${cart}`,
  repeatable: true,
  access: { where: 'commerce', limit: 'changes' },
  reply: cartShape,
  handler: async (shopperContext, { fields: _fields, ...input }) => runCreateCart(shopperContext, input),
})
