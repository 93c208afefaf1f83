// Structured data (schema.org) about a product for search engines. Contains only known facts.
import type { ProductReply, ProductReviews } from '#core/surface.js'
import { Markup, toPlainExcerpt } from '../http/markup.js'

export interface ProductUrls {
  /** The absolute URL of the page. */
  readonly url: string
  readonly image: string | null
}

/** Contains an offer if the product has no questions or a proven minimum price, and a rating only if reviews exist. */
export function renderStructuredData(
  { shop, product }: ProductReply,
  reviews: ProductReviews | null,
  { url, image }: ProductUrls,
): Markup {
  const plain = product.pages.every((page) => page.questions.length === 0)
  const price = product.price === null ? null : shop.b2b ? product.price.net : product.price.gross
  const { from_price: from } = product
  const least = from === null ? 0 : shop.b2b ? from.net : from.gross
  const offer = plain && price !== null && price > 0
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.title,
    ...(product.description && { description: toPlainExcerpt(product.description, 5_000) }),
    ...(product.sku !== null && { sku: product.sku }),
    ...(image !== null && { image }),
    url,
    ...(!offer &&
      least > 0 && { offers: { '@type': 'AggregateOffer', lowPrice: least, priceCurrency: shop.currency.code, url } }),
    ...(offer && { offers: { '@type': 'Offer', price, priceCurrency: shop.currency.code, url } }),
    ...(reviews !== null &&
      reviews.average !== null && {
        aggregateRating: { '@type': 'AggregateRating', ratingValue: reviews.average, reviewCount: reviews.count, bestRating: 5 },
        review: reviews.reviews.map(({ name, rating, comment }) => ({
          '@type': 'Review',
          author: { '@type': 'Person', name },
          reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5 },
          reviewBody: comment,
        })),
      }),
  }
  return new Markup(`<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>\n`)
}
