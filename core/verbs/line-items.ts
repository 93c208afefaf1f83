// Verbs of configurator-only mode: signed line items for another shop's cart.
import { signedLineItemShape, repricedLineItemShape, lineItemShape } from '../commerce/line-item/define.js'
import { quantityArgument, tokenArgument, lineItemArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import {
  signConfiguration,
  priceLineItem as runPriceLineItem,
  redeemLineItem as runRedeemLineItem,
  copyLineItem as runCopyLineItem,
  reopenLineItem as runReopenLineItem,
} from '../commerce/line-item/service.js'
import { configurationShape } from '../commerce/configuration/define.js'

export const signLineItem = defineVerb({
  name: 'sign-line-item',
  description: 'Signs a finished configuration as a line item of the host.',
  method: 'POST',
  path: 'configurations/:token/line-item',
  input: { token: tokenArgument('configuration'), quantity: quantityArgument() },
  status: 201,
  access: { where: 'line-items' },
  reply: signedLineItemShape,
  handler: async (shopperContext, { token, quantity }) => signConfiguration(shopperContext, token, quantity),
})

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
