// Reads an order as it was placed.
import { documentShape } from '../commerce/document/shape.js'
import { tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { readOwnOrder } from '../commerce/order/service.js'

export const readOrder = defineVerb({
  name: 'read-order',
  description: 'Reads an order as it was placed, with its current status.',
  method: 'GET',
  path: 'orders/:token',
  input: { token: tokenArgument('order') },
  access: { where: 'commerce' },
  reply: documentShape,
  handler: async (shopperContext, { token }) => readOwnOrder(shopperContext, token),
})
