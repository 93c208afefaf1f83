// Takes the price of a configuration apart: its parts add up to it exactly.
import { priceBoxShape } from '../commerce/configuration/shape.js'
import { later } from '../ground/later.js'
import { quantityArgument, tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'

const load = later(() => import('../commerce/configuration/price-box.js'))

export const priceConfiguration = defineVerb({
  name: 'price-configuration',
  description: 'Tells what a configuration costs, and what each question adds to it.',
  method: 'GET',
  path: 'configurations/:token/price',
  input: { token: tokenArgument('configuration'), quantity: quantityArgument() },
  access: {},
  reply: priceBoxShape,
  handler: async (visit, { token, quantity }) => (await load()).priceConfiguration(visit, token, quantity),
})
