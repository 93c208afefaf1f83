// Opens the configuration of a line item for another round of editing.
import { configurationShape } from '../commerce/configuration/shape.js'
import { lineItemArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { reopenLineItem as runReopenLineItem } from '../commerce/line-item/service.js'

export const reopenLineItem = defineVerb({
  name: 'reopen-line-item',
  description: 'Opens the configuration of a line item for another round of editing.',
  method: 'POST',
  path: 'line-items/reopen',
  input: { line_item: lineItemArgument() },
  access: { where: 'line-items', unnamed: true, limit: 'starts' },
  reply: configurationShape,
  handler: async (shopperContext, { line_item }) => runReopenLineItem(shopperContext, line_item),
})
