// Verbs of the published catalogue: shop, products, search.
import { shopFrontShape } from '../shop/shape.js'
import { toCatalogueOptions, currencyArgument, locationArguments } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { readShop as runReadShop } from '../shop/shop-front.js'
import { number, decimal } from '../model/properties/number.js'
import { productListShape, productReplyShape, productSearchShape } from '../shop/catalogue/shape.js'
import { listProducts as runListProducts, showProduct as runShowProduct } from '../shop/catalogue/service.js'
import { string } from '../model/properties/string.js'
import { showConfiguredProduct } from '../commerce/configuration/load-configuration.js'
import { boolean } from '../model/properties/boolean.js'
import { dropdown } from '../model/properties/dropdown.js'
import type { productSorts } from '../shop/catalogue/define.js'
import { searchProducts as runSearchProducts } from '../shop/catalogue/lists.js'

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

const sortNames: Readonly<Record<(typeof productSorts)[number], string>> = {
  relevance: 'By relevance',
  list: 'As in the list',
  title: 'By title',
  price: 'By price, lowest first',
  price_descending: 'By price, highest first',
  newest: 'Newest first',
}

/** Accepted values by field, from the format of a URL query: `product_custom_1=Oak&product_custom_1=Ash`. */
function parseFacets(text: string): Readonly<Record<string, readonly string[]>> {
  const query = new URLSearchParams(text)
  return Object.fromEntries([...new Set(query.keys())].map((field) => [field, query.getAll(field)]))
}

export const searchProducts = defineVerb({
  name: 'search-products',
  description: 'Searches the published products. Finds words with a typing error, and counts the choices of each filter.',
  method: 'GET',
  path: 'search',
  input: {
    query: string('Query', { help: 'Each word must occur in the title, the SKU or the description. Default: all products.' }),
    list: string('List', { help: 'The id or the label of a product list.' }),
    price_from: decimal('Price from', { min: 0, help: 'In the currency of the reply, as the price is shown to the shopper.' }),
    price_to: decimal('Price to', { min: 0 }),
    available: boolean('Available', { help: 'Only products that shoppers can put into their cart.' }),
    facets: string('Facets', {
      length: 2_000,
      help: 'Accepted values of the facets of the list, as in a URL query: product_custom_1=Oak&product_custom_1=Ash.',
    }),
    sort: dropdown('Sort order', { choices: sortNames, help: 'Default: by relevance, or by title without a query.' }),
    currency: currencyArgument(),
    ...locationArguments(),
    limit: number('Limit', { min: 0, max: 200, help: 'Default and maximum 200.' }),
    offset: number('Offset', { min: 0 }),
  },
  tagged: true,
  access: {},
  reply: productSearchShape,
  handler: async (shopperContext, { query, list, price_from, price_to, available, facets, sort, limit, offset, ...input }) =>
    runSearchProducts(
      shopperContext,
      {
        ...toCatalogueOptions(shopperContext, input),
        query,
        list,
        priceFrom: price_from,
        priceTo: price_to,
        available,
        limit,
        offset,
        ...(facets !== undefined && { facets: parseFacets(facets) }),
        ...(sort !== undefined && { sort }),
      },
      shopperContext.optimiser,
    ),
})
