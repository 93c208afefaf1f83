// Puts a position into another cart: saved for later, or taken back.
import { movedShape } from '../commerce/cart/shape.js'
import { later } from '../ground/later.js'
import { string } from '../model/properties/string.js'
import { idArgument, tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'

const load = later(() => import('../commerce/cart/kept.js'))

export const movePosition = defineVerb({
  name: 'move-position',
  description: 'Moves a position to another cart, which keeps it for later.',
  method: 'POST',
  path: 'carts/:token/positions/:position/move',
  input: {
    token: tokenArgument('cart'),
    position: idArgument('position'),
    to: string('To', { help: 'The token of the other cart; a new one if left out.' }),
  },
  repeatable: true,
  access: { where: 'commerce', limit: 'changes' },
  reply: movedShape,
  handler: async (visit, { token, position, to }) => (await load()).movePosition(visit, token, position, to),
})
