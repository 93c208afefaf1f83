// Reads what a shop front says and asks beside the goods.
import { later } from '../ground/later.js'
import { shopFrontShape } from '../shop/shape.js'
import { asked, currencyArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'

const load = later(() => import('../shop/front.js'))

export const readShop = defineVerb({
  name: 'read-shop',
  description: 'Reads what a shop front says and asks beside the goods: currencies, countries with their states, and the terms.',
  method: 'GET',
  path: 'shop',
  input: { currency: currencyArgument() },
  tagged: true,
  access: {},
  reply: shopFrontShape,
  handler: async (visit, input) => (await load()).readShop(visit, asked(visit, input)),
})
