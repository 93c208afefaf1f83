// Catalogue service for in-process callers. Loads each part on first use.
import type { Optimiser } from '../../product/optimum/define.js'
import type { Context } from '../../storage/context.js'
import { ServiceContext } from '../../storage/service-context.js'
import type { Catalogue } from './define.js'

export function createCatalogue(context: Context, optimiser: Optimiser | null): Catalogue {
  const work = (): ServiceContext => new ServiceContext(context)
  const service = () => import('./service.js')
  const reviews = () => import('./reviews.js')
  return {
    products: async (options = {}) => (await service()).listProducts(work(), options, optimiser),
    product: async (key, options = {}) => (await service()).showProduct(work(), key, options, optimiser),
    lists: async (options = {}) => (await import('./lists.js')).listProductLists(work(), options),
    list: async (key, options = {}) => (await import('./lists.js')).showProductList(work(), key, options, optimiser),
    addresses: async (limit, offset) => (await import('./addresses.js')).listCatalogueAddresses(work(), limit, offset),
    reviews: async (productId) => (await reviews()).readReviews(work(), productId),
    review: async (productId, input, language) => (await reviews()).storeReview(work(), productId, input, language),
    picture: async (productId, name) => (await service()).readPicture(work(), productId, name),
  }
}
