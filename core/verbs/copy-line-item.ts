// Creates an independent configuration from a line item, for another order.
import { configurationShape } from '../commerce/configuration/shape.js'
import { lineItemArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { copyLineItem as runCopyLineItem } from '../commerce/line-item/service.js'

export const copyLineItem = defineVerb({
  name: 'copy-line-item',
  description: 'Creates an independent configuration from a line item, for another order.',
  method: 'POST',
  path: 'line-items/copy',
  input: { line_item: lineItemArgument() },
  status: 201,
  access: { where: 'line-items', unnamed: true, limit: 'starts' },
  reply: configurationShape,
  handler: async (shopperContext, { line_item }) => runCopyLineItem(shopperContext, line_item),
})
