// Changes the configuration, quantity or note of a cart position.
import { cartShape } from '../commerce/cart/shape.js'
import { string } from '../model/properties/string.js'
import { recordIdArgument, noteArgument, quantityArgument, tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { changePosition as runChangePosition } from '../commerce/cart/service.js'

export const changePosition = defineVerb({
  name: 'change-position',
  description: 'Changes the configuration, quantity or note of a cart position.',
  method: 'PATCH',
  path: 'carts/:token/positions/:position',
  input: {
    token: tokenArgument('cart'),
    position: recordIdArgument('position'),
    configuration: string('Configuration', {
      help: 'It takes the token of a finished configuration of the same product, which replaces the configuration of the position.',
    }),
    quantity: quantityArgument(),
    note: noteArgument(),
  },
  emptied: ['note'],
  access: { where: 'commerce', limit: 'changes' },
  reply: cartShape,
  handler: async (shopperContext, { token, position, configuration, quantity, note }) =>
    runChangePosition(shopperContext, token, position, { configuration, quantity, note }),
})
