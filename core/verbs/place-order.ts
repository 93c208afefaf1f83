// Places the order of a checkout, for the total shown to the shopper.
import { documentShape } from '../commerce/document/shape.js'
import { decimal } from '../model/properties/number.js'
import { tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { placeOrder as runPlaceOrder } from '../commerce/order/place.js'

export const placeOrder = defineVerb({
  name: 'place-order',
  description: 'Places the order of a checkout for the totals shown to the shopper. Placing it again returns the same order.',
  method: 'POST',
  path: 'checkouts/:token/place',
  input: {
    token: tokenArgument('checkout'),
    total: decimal('Total', { required: true, help: 'The gross total shown to the shopper.' }),
    recurring_total: decimal('Recurring total', { help: 'The recurring gross total shown to the shopper. Default 0.' }),
  },
  status: 201,
  location: ({ token }) => `orders/${token}`,
  repeatable: true,
  access: { where: 'commerce', limit: 'orders' },
  reply: documentShape,
  handler: async (shopperContext, { token, total, recurring_total }) =>
    runPlaceOrder(shopperContext, token, { total, recurring_total }),
})
