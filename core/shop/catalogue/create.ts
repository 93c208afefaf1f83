// Catalogue service for in-process callers.
import type { Optimiser } from '../../product/optimum/define.js'
import type { Context } from '../../storage/context.js'
import { ServiceContext } from '../../storage/service-context.js'
import type { Catalogue } from './define.js'
import { listProductLists, showProductList } from './lists.js'
import { listCatalogueAddresses } from './addresses.js'
import { listProducts, readPicture, showProduct } from './service.js'
import { readReviews, storeReview } from './reviews.js'

export function createCatalogue(context: Context, optimiser: Optimiser | null): Catalogue {
  const work = (): ServiceContext => new ServiceContext(context)
  return {
    products: async (options = {}) => listProducts(work(), options, optimiser),
    product: async (key, options = {}) => showProduct(work(), key, options, optimiser),
    lists: async (options = {}) => listProductLists(work(), options),
    list: async (key, options = {}) => showProductList(work(), key, options, optimiser),
    addresses: async (limit, offset) => listCatalogueAddresses(work(), limit, offset),
    reviews: async (productId) => readReviews(work(), productId),
    review: async (productId, input, language) => storeReview(work(), productId, input, language),
    picture: async (productId, name) => readPicture(work(), productId, name),
  }
}
