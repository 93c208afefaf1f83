// The published catalogue for callers in the process.
import type { Context } from '../../storage/context.js'
import { Work } from '../../storage/work.js'
import { catalogueAddresses } from './addresses.js'
import type { Catalogue } from './define.js'
import { listProductLists, showProductList } from './lists.js'
import { readReviews, takeReview } from './reviews.js'
import { listProducts, readPicture, showProduct } from './service.js'

export function createCatalogue(context: Context): Catalogue {
  const work = (): Work => new Work(context)
  return {
    products: (options = {}) => listProducts(work(), options),
    product: (key, options = {}) => showProduct(work(), key, options),
    lists: (options = {}) => listProductLists(work(), options),
    list: (key, options = {}) => showProductList(work(), key, options),
    addresses: (limit, offset) => catalogueAddresses(work(), limit, offset),
    reviews: (productId) => readReviews(work(), productId),
    review: (productId, input, language) => takeReview(work(), productId, input, language),
    picture: (productId, name) => readPicture(work(), productId, name),
  }
}
