// Takes the price of a configuration apart: its parts add up to it exactly.
import { priceBoxShape } from '../commerce/configuration/shape.js'
import { quantityArgument, tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'

export const priceConfiguration = defineVerb({
  name: 'price-configuration',
  description: 'Tells what a configuration costs, and what each question adds to it.',
  method: 'GET',
  path: 'configurations/:token/price',
  input: { token: tokenArgument('configuration'), quantity: quantityArgument() },
  access: {},
  reply: priceBoxShape,
  handler: async (visit, { token, quantity }) =>
    (await import('../commerce/configuration/price-box.js')).priceConfiguration(visit, token, quantity),
})
