// Reads the progress of an order: steps, shipments, invoice and credit notes.
import { readOrderProgress as readProgress } from '../commerce/order/progress.js'
import { orderProgressShape } from '../commerce/order/shape.js'
import { tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'

export const readOrderProgress = defineVerb({
  name: 'read-order-progress',
  description: 'Reads the progress of an order: its steps, shipments with tracking, invoice and credit notes.',
  method: 'GET',
  path: 'orders/:token/progress',
  input: { token: tokenArgument('order') },
  access: { where: 'commerce' },
  reply: orderProgressShape,
  handler: async (shopperContext, { token }) => readProgress(shopperContext, token),
})
