// Changes how many pieces a position has, and its note.
import { cartShape } from '../commerce/cart/shape.js'
import { later } from '../ground/later.js'
import { idArgument, noteArgument, quantityArgument, tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'

const load = later(() => import('../commerce/cart/service.js'))

export const changePosition = defineVerb({
  name: 'change-position',
  description: 'Changes the quantity or the note of a position.',
  method: 'PATCH',
  path: 'carts/:token/positions/:position',
  input: { token: tokenArgument('cart'), position: idArgument('position'), quantity: quantityArgument(), note: noteArgument() },
  emptied: ['note'],
  access: { where: 'commerce', limit: 'changes' },
  reply: cartShape,
  handler: async (visit, { token, position, quantity, note }) =>
    (await load()).changePosition(visit, token, position, { quantity, note }),
})
