// Moves a position to another cart, to save it for later or to bring it back.
import { positionMoveShape } from '../commerce/cart/shape.js'
import { string } from '../model/properties/string.js'
import { recordIdArgument, tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { movePosition as runMovePosition } from '../commerce/cart/saved-carts.js'

export const movePosition = defineVerb({
  name: 'move-position',
  description: 'Moves a position to another cart, for example to save it for later.',
  method: 'POST',
  path: 'carts/:token/positions/:position/move',
  input: {
    token: tokenArgument('cart'),
    position: recordIdArgument('position'),
    to: string('To', { help: 'The token of the other cart. Default: a new cart.' }),
  },
  repeatable: true,
  access: { where: 'commerce', limit: 'changes' },
  reply: positionMoveShape,
  handler: async (shopperContext, { token, position, to }) => runMovePosition(shopperContext, token, position, to),
})
