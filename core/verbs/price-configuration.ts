// Breaks the price of a configuration down into parts that add up exactly.
import { priceBreakdownShape } from '../commerce/configuration/shape.js'
import { quantityArgument, tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { priceConfiguration as runPriceConfiguration } from '../commerce/configuration/price-breakdown.js'

export const priceConfiguration = defineVerb({
  name: 'price-configuration',
  description: 'Calculates the price of a configuration and the share of each question.',
  method: 'GET',
  path: 'configurations/:token/price',
  input: { token: tokenArgument('configuration'), quantity: quantityArgument() },
  access: {},
  reply: priceBreakdownShape,
  handler: async (shopperContext, { token, quantity }) => runPriceConfiguration(shopperContext, token, quantity),
})
