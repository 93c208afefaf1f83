// Redeems a line item once, before the host charges it.
import { lineItemShape } from '../commerce/line-item/shape.js'
import { lineItemArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { redeemLineItem as runRedeemLineItem } from '../commerce/line-item/service.js'

export const redeemLineItem = defineVerb({
  name: 'redeem-line-item',
  description: 'Redeems a line item once, before the host charges it.',
  method: 'POST',
  path: 'line-items/redeem',
  input: { line_item: lineItemArgument() },
  repeatable: true,
  access: { where: 'line-items', unnamed: true, scope: 'orders:write' },
  reply: lineItemShape,
  handler: async (shopperContext, { line_item }) => runRedeemLineItem(shopperContext, line_item),
})
