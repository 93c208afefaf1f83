// Lists the account's open carts, the most recently changed first.
import { cartSummaryShape } from '../commerce/cart/shape.js'
import { listOf, object } from '../model/verb/shape.js'
import { defineVerb } from './define-verb.js'
import { listCarts as runListCarts } from '../commerce/cart/saved-carts.js'

export const listCarts = defineVerb({
  name: 'list-carts',
  description: "Lists the account's open carts.",
  method: 'GET',
  path: 'carts',
  input: {},
  access: { where: 'commerce', limit: 'changes' },
  reply: object({ carts: listOf(cartSummaryShape) }),
  handler: async (shopperContext) => ({ carts: await runListCarts(shopperContext) }),
})
