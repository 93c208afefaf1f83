// Reads what a shop front says and asks beside the goods.
import { shopFrontShape } from '../shop/shape.js'
import { asked, currencyArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'

export const readShop = defineVerb({
  name: 'read-shop',
  description: 'Reads what a shop front says and asks beside the goods: currencies, countries with their states, and the terms.',
  method: 'GET',
  path: 'shop',
  input: { currency: currencyArgument() },
  tagged: true,
  access: {},
  reply: shopFrontShape,
  handler: async (visit, input) => (await import('../shop/front.js')).readShop(visit, asked(visit, input)),
})
