// Reads the general data of the shop for a storefront.
import { later } from '../ground/later.js'
import { shopFrontShape } from '../shop/shape.js'
import { asked, currencyArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'

const load = later(() => import('../shop/front.js'))

export const readShop = defineVerb({
  name: 'read-shop',
  description: 'Reads the general data of the shop: currencies, countries with their states, and the terms.',
  method: 'GET',
  path: 'shop',
  input: { currency: currencyArgument() },
  tagged: true,
  access: {},
  reply: shopFrontShape,
  handler: async (visit, input) => (await load()).readShop(visit, asked(visit, input)),
})
