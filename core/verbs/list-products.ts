// Lists the published products of the shop, by title.
import { number } from '../model/properties/number.js'
import { productListShape } from '../shop/catalogue/shape.js'
import { toCatalogueOptions, currencyArgument, locationArguments } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { listProducts as runListProducts } from '../shop/catalogue/service.js'

export const listProducts = defineVerb({
  name: 'list-products',
  description: 'Lists the published products, by title.',
  method: 'GET',
  path: 'products',
  input: {
    currency: currencyArgument(),
    ...locationArguments(),
    limit: number('Limit', { min: 0, max: 200, help: 'Default and maximum 200.' }),
    offset: number('Offset', { min: 0 }),
  },
  tagged: true,
  access: {},
  reply: productListShape,
  handler: async (shopperContext, { limit, offset, ...input }) =>
    runListProducts(shopperContext, { ...toCatalogueOptions(shopperContext, input), limit, offset }, shopperContext.optimiser),
})
