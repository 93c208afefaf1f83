// Adds a complete configuration to a cart.
import { cartShape } from '../commerce/cart/shape.js'
import { string } from '../model/properties/string.js'
import { noteArgument, quantityArgument, tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { addPosition as runAddPosition } from '../commerce/cart/service.js'

export const addPosition = defineVerb({
  name: 'add-position',
  description: 'Adds a complete configuration to a cart.',
  method: 'POST',
  path: 'carts/:token/positions',
  input: {
    token: tokenArgument('cart'),
    configuration: string('Configuration', { required: true, help: 'It takes the token of a finished configuration.' }),
    quantity: quantityArgument(),
    note: noteArgument(),
  },
  status: 201,
  location: ({ cart }) => `carts/${cart}`,
  repeatable: true,
  access: { where: 'commerce', limit: 'changes' },
  reply: cartShape,
  handler: async (shopperContext, { token, configuration, quantity, note }) =>
    runAddPosition(shopperContext, token, { configuration, quantity, note }),
})
