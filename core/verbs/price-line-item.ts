// Recalculates the price of a line item and reports changes since it was signed.
import { repricedLineItemShape } from '../commerce/line-item/shape.js'
import { lineItemArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { priceLineItem as runPriceLineItem } from '../commerce/line-item/service.js'

export const priceLineItem = defineVerb({
  name: 'price-line-item',
  description: 'Recalculates the price of a line item and reports changes since it was signed.',
  method: 'POST',
  path: 'line-items/price',
  input: { line_item: lineItemArgument() },
  access: { where: 'line-items', unnamed: true },
  reply: repricedLineItemShape,
  handler: async (shopperContext, { line_item }) => runPriceLineItem(shopperContext, line_item),
})
