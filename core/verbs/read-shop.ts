// Reads the general data of the shop for a storefront.
import { shopFrontShape } from '../shop/shape.js'
import { toCatalogueOptions, currencyArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { readShop as runReadShop } from '../shop/shop-front.js'

export const readShop = defineVerb({
  name: 'read-shop',
  description: 'Reads the general data of the shop: currencies, countries with their states, and the terms.',
  method: 'GET',
  path: 'shop',
  input: { currency: currencyArgument() },
  tagged: true,
  access: {},
  reply: shopFrontShape,
  handler: async (shopperContext, input) =>
    runReadShop(shopperContext, toCatalogueOptions(shopperContext, input), (path) => shopperContext.link(path)),
})
