// Reads one published product with the data of its configurator.
import { string } from '../model/properties/string.js'
import { productReplyShape } from '../shop/catalogue/shape.js'
import { toCatalogueOptions, currencyArgument, locationArguments } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { showProduct as runShowProduct } from '../shop/catalogue/service.js'
import { showConfiguredProduct } from '../commerce/configuration/configured-product.js'

export const showProduct = defineVerb({
  name: 'show-product',
  description: 'Reads a published product with all data of its configurator.',
  method: 'GET',
  path: 'products/:key',
  input: {
    key: string('Key', { required: true, help: 'The id of the product, or its label.' }),
    currency: currencyArgument(),
    ...locationArguments(),
    configuration: string('Configuration', {
      help: "The token of one of its configurations. The product is then shown for that configuration's shopper, currency and location.",
    }),
  },
  tagged: true,
  access: {},
  reply: productReplyShape,
  handler: async (shopperContext, { key, configuration, ...input }) =>
    configuration === undefined
      ? runShowProduct(shopperContext, key, toCatalogueOptions(shopperContext, input), shopperContext.optimiser)
      : showConfiguredProduct(shopperContext, key, configuration),
})
