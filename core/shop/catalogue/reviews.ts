// Product reviews: reads the published ones, and stores new ones for the shop to publish.
import { ValidationError } from '../../foundation/errors.js'
import { product as productEntity } from '../../model/entities/catalog/product.js'
import { review as reviewEntity } from '../../model/entities/customers/review.js'
import type { ServiceContext } from '../../storage/service-context.js'
import { resolveLanguage } from '../language.js'
import type { ProductReviews } from './define.js'
import { createMessage } from '../../foundation/message.js'

/** Number of reviews in a reply, latest first. */
const maxReviews = 20
/** Maximum number of unpublished reviews per product. Further reviews are rejected, also those of customers who bought the product. */
const maxPendingReviews = 100
const maxCommentLength = 4_000

const reviewFields = ['name', 'rating', 'comment'] as const

/** Whether reviews are enabled, by the product's setting or else by the shop's. */
async function isReviewEnabled(work: ServiceContext, productId: number): Promise<boolean> {
  const values = (await work.read(productEntity, productId))?.values
  const own = values?.enable_reviews ?? 'inherit'
  if (values === undefined || values.published !== true) return false
  return own === 'inherit' ? work.versionedSnapshot.snapshot.settings.enable_reviews === true : own === 'yes'
}

/** The published reviews, latest first; null if reviews are disabled for the product. */
export async function readReviews(fresh: ServiceContext, productId: number): Promise<ProductReviews | null> {
  const work = await fresh.at()
  if (!(await isReviewEnabled(work, productId))) return null
  const all = await work.list(reviewEntity, { column: 'product_id', values: [productId] })
  const published = all.filter(({ values }) => values.published)
  const sum = published.reduce((total, { values }) => total + values.rating, 0)
  return {
    count: published.length,
    average: published.length === 0 ? null : Math.round((sum / published.length) * 10) / 10,
    reviews: published
      .slice(-maxReviews)
      .reverse()
      .map(({ values: { name, rating, comment, language_tag } }) => ({ name, rating, comment, language_tag })),
  }
}

/** Stores a review, which stays hidden until the shop publishes it. ValidationError by field, or on `product_id`. */
export async function storeReview(
  fresh: ServiceContext,
  productId: number,
  input: Readonly<Record<string, unknown>>,
  language?: string,
): Promise<void> {
  const work = await fresh.at()
  if (!(await isReviewEnabled(work, productId)))
    throw ValidationError.of('product_id', createMessage('shop.reviewsClosed'), 'NOT_AVAILABLE')
  if (String(input['comment'] ?? '').length > maxCommentLength)
    throw ValidationError.of('comment', createMessage('shop.reviewTooLong', { most: maxCommentLength }), 'TOO_LONG')
  await work.transact(async (inside) => {
    await inside.lock(productEntity, { column: 'id', values: [productId] })
    const all = await inside.list(reviewEntity, { column: 'product_id', values: [productId] })
    if (all.filter(({ values }) => !values.published).length >= maxPendingReviews)
      throw ValidationError.of('product_id', createMessage('shop.tooManyReviews'), 'TOO_MANY')
    const reviewValues = Object.fromEntries(reviewFields.map((field) => [field, input[field]]))
    const fields = { ...reviewValues, language_tag: resolveLanguage(work, language), product_id: productId, published: false }
    await inside.write(reviewEntity, fields, { byCaller: true })
  })
}
