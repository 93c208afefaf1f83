// Parts of the product page around the configurator: purchase form, purchase notes, static content, structured data, reviews.
import {
  type ProductReply,
  type ContentPageSummary,
  type AnswerView,
  type QuestionView,
  type ProductReviews,
  toPagePath,
} from '#core/surface.js'
import type { PageUrls } from './page-frame.js'
import { Markup, markup, toPlainExcerpt } from '../http/markup.js'
import { getShopTexts, getStorefrontTexts } from './language-texts.js'
import { icons } from './page-layout.js'
import { formatCardPrice } from './product-results.js'
import type { StorefrontPageTexts } from './text/types.js'
import type { TextFormatter } from './text-formatter.js'
import type { Issue } from '#core/contract.js'

/**
 * Shown in the price box. Its script shows the texts of the `data-` attributes. No form: a browser could submit it before the script loads.
 */
export function renderBuyForm({ shop, product }: ProductReply, addresses: PageUrls, isEdited: boolean): Markup | null {
  if (addresses.selling === null || !product.show_buy_button) return null
  const texts = getStorefrontTexts(shop.language)
  const cart = addresses.page('/cart', shop.language)
  const dataAttributes = markup` data-added="${texts.added({ count: '{count}' })}" data-unfinished="${texts.unfinished}" data-refused-by-shop="${texts.notAdded}" data-lost="${texts.shopSilent}"${addresses.selling.keepsAccounts ? null : markup` data-host-users`}`
  if (isEdited)
    return markup`<div slot="buy" class="buy"${dataAttributes} data-saves data-add="${texts.addToCart}" data-gone="${texts.lineGone}">
<p>${texts.editing}</p><button type="button">${texts.saveLine}</button>
<output role="status"></output><a href="${cart}">${texts.cancelEditing}</a></div>`
  const { min_quantity: min, max_quantity: max, quantity_step: step } = product
  const rule = getShopTexts(shop.language).quantityRule({ min, max, step })
  const quantity = markup`<label>${texts.quantity} <input name="quantity" inputmode="numeric" autocomplete="off" size="4" value="${min}" data-min="${min}" data-max="${max}" data-step="${step}"></label>`
  return markup`<div slot="buy" class="buy"${dataAttributes} data-quantity="${rule}">
${min === max ? null : quantity}<button type="button">${texts.addToCart}</button>
<output role="status"></output><a href="${cart}">${texts.toCart}</a></div>`
}

const findPage = ({ site }: PageUrls, kind: ContentPageSummary['kind']): ContentPageSummary | undefined =>
  site.pages.find((page) => page.kind === kind)

/** "plus delivery", with a link to the page about delivery; null if the shop does not deliver. */
export function renderDeliveryNote(language: string, addresses: PageUrls): Markup | null {
  const { selling, site, page } = addresses
  if (selling === null || site.shipping_methods.length === 0) return null
  const texts = getStorefrontTexts(language)
  const target = findPage(addresses, 'shipping')
  const costs =
    target === undefined
      ? texts.deliveryCosts
      : markup`<a href="${page(toPagePath(target), language)}">${texts.deliveryCosts}</a>`
  const [before = '', after = ''] = texts.plusDelivery({ delivery: '{delivery}' }).split('{delivery}')
  return markup`<span slot="delivery">${before}${costs}${after}</span>`
}

/** Delivery, returns and payment, from content pages and the settings of the shop; null if nothing is known about them. */
export function renderTrustBlock(language: string, addresses: PageUrls): Markup | null {
  const { selling, site, page } = addresses
  if (selling === null) return null
  const texts = getStorefrontTexts(language)
  const toLink = (kind: ContentPageSummary['kind']): readonly Markup[] => {
    const target = findPage(addresses, kind)
    return target === undefined ? [] : [markup`<a href="${page(toPagePath(target), language)}">${target.title}</a>`]
  }
  const toText = (titles: readonly string[]): readonly Markup[] =>
    titles.length === 0
      ? []
      : [markup`<span>${new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(titles)}</span>`]
  const rows: readonly (readonly [icon: Markup, title: string, lines: readonly Markup[]])[] = [
    [
      icons.delivery,
      texts.trustDelivery,
      [...toText(site.shipping_methods), ...(site.shipping_methods.length === 0 ? [] : toLink('shipping'))],
    ],
    [icons.returns, texts.trustReturns, toLink('withdrawal')],
    [icons.payment, texts.trustPayment, toText(site.payment_methods)],
  ]
  const items = rows
    .filter(([, , lines]) => lines.length > 0)
    .map(([icon, title, lines]) => markup`<li>${icon}<div><b>${title}</b>${lines}</div></li>`)
  return items.length === 0 ? null : markup`<ul slot="trust" class="trust" aria-label="${texts.trust}">${items}</ul>`
}

/** Hidden until the browser has something to offer; null if no page sells. */
export function renderResumeBanner(language: string, { selling }: PageUrls): Markup | null {
  if (selling === null) return null
  const texts = getStorefrontTexts(language)
  return markup`<aside class="resume" aria-label="${texts.resumeTitle}" data-text="${texts.resumeText({ title: '{title}' })}" hidden><img alt="" width="96" height="72" hidden><p></p><a class="button">${texts.resume}</a><button type="button">${texts.discardResume}</button></aside>\n`
}

interface ViewedPage {
  readonly id: number
  readonly title: string
  /** The URL of the picture; null without one. */
  readonly image: string | null
}

/** @param viewed the product of the page; null on pages that show no product */
export function renderRecentlyViewed(language: string, addresses: PageUrls, viewed: ViewedPage | null): Markup | null {
  if (addresses.selling === null) return null
  const own =
    viewed === null ? null : markup` data-product="${viewed.id}" data-title="${viewed.title}" data-image="${viewed.image ?? ''}"`
  return markup`<section class="related recent" data-url="${addresses.page('/product/*', language)}" data-api="${addresses.runtimeApi}"${own} hidden><h2>${getStorefrontTexts(language).recentlyViewed}</h2><ul class="tiles"></ul></section>\n`
}

function renderAnswer(view: AnswerView, b2b: boolean, wording: TextFormatter): Markup {
  const price = view.price === null ? '' : ` (${wording.difference(b2b ? view.price.net : view.price.gross)})`
  return markup`<li>${view.title}${price}</li>`
}

function renderQuestion(view: QuestionView, b2b: boolean, wording: TextFormatter): Markup {
  const described = view.description ? markup`<p>${toPlainExcerpt(view.description, 300)}</p>` : null
  const answers =
    view.answers.length === 0 ? null : markup`<ul>${view.answers.map((answer) => renderAnswer(answer, b2b, wording))}</ul>`
  return markup`<li><b>${view.title}</b>${described}${answers}</li>`
}

function renderDetails({ product }: ProductReply, texts: StorefrontPageTexts): Markup {
  const long = toPlainExcerpt(product.longdescription, 2_000)
  const panes = product.detail_panes.map((pane) => markup`<h2>${pane.heading}</h2><p>${toPlainExcerpt(pane.content, 2_000)}</p>`)
  const examples = product.examples.map(
    ({ title, description }) => markup`<li>${title}${description ? `: ${toPlainExcerpt(description, 300)}` : ''}</li>`,
  )
  return markup`${long ? markup`<p>${long}</p>` : null}${examples.length > 0 ? markup`<h2>${texts.examples}</h2><ul>${examples}</ul>` : null}${panes}`
}

/** The content of the element. The configurator replaces it when it runs. */
export function renderStaticContent(
  reply: ProductReply,
  wording: TextFormatter,
  texts: StorefrontPageTexts,
  image: string | null,
): Markup {
  const { shop, product } = reply
  const words = formatCardPrice(product, shop, wording, texts)
  const price = words === null ? null : markup`<p class="from">${words}</p>`
  // Lazy loading: with scripts, the configurator normally replaces this content before the picture is visible.
  const picture =
    image === null ? null : markup`<img src="${image}" alt="${product.title}" width="480" height="270" loading="lazy">`
  const pages = product.pages.map(
    (page) =>
      markup`<h2>${page.title}</h2><ul>${page.questions.map((question) => renderQuestion(question, shop.b2b, wording))}</ul>`,
  )
  return markup`<div class="unscripted"><p>${texts.needsScript}</p>${picture}${price}${pages}${renderDetails(reply, texts)}</div>`
}

interface ProductUrls {
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

/** A review that was submitted with this request and rejected. */
export interface RejectedReview {
  readonly fields: Readonly<Record<string, unknown>>
  readonly issues: readonly Pick<Issue, 'field' | 'message'>[]
  /** The reason for the rejection, if not the fields. */
  readonly reason?: 'ORIGIN_NOT_ALLOWED' | 'TOO_MANY_REQUESTS' | 'other'
}

export interface ReviewsSection {
  readonly found: ProductReviews
  /** The URL that the form submits to. */
  readonly action: string
  /** True if a review was just accepted. */
  readonly taken: boolean
  readonly sent: RejectedReview | null
}

const ratings = [5, 4, 3, 2, 1]

const renderStars = (rating: number, texts: StorefrontPageTexts): Markup =>
  markup`<span class="stars" role="img" aria-label="${texts.stars({ rating })}">${'★'.repeat(rating)}${'☆'.repeat(5 - rating)}</span>`

function renderReviews({ found: { reviews } }: ReviewsSection, texts: StorefrontPageTexts): Markup {
  if (reviews.length === 0) return markup`<p>${texts.noReviews}</p>`
  return markup`<ul class="reviews">${reviews.map(
    (review) =>
      markup`<li${review.language_tag ? markup` lang="${review.language_tag}"` : null}>${renderStars(review.rating, texts)} <b>${review.name}</b><p dir="auto">${review.comment}</p></li>`,
  )}</ul>`
}

function renderReviewForm({ action, sent: submission, taken: isAccepted }: ReviewsSection, texts: StorefrontPageTexts): Markup {
  const getFieldValue = (name: string): string => (typeof submission?.fields[name] === 'string' ? submission.fields[name] : '')
  const wrong = (field: string): Markup | null => {
    const issue = submission?.issues.find((candidate) => candidate.field === field)
    return issue ? markup` <span class="refusal" id="review-${field}-refusal">${issue.message}</span>` : null
  }
  const renderErrorAttributes = (field: string): Markup | null =>
    wrong(field) === null ? null : markup` aria-invalid="true" aria-describedby="review-${field}-refusal"`
  const notice = isAccepted
    ? markup`<p class="good" role="status">${texts.reviewAccepted}</p>`
    : submission &&
      markup`<p class="refusal" role="alert">${submission.reason ? texts.reviewRejected({ code: submission.reason }) : texts.reviewRefused}${wrong('product_id')}</p>`
  return markup`<details${submission === null && !isAccepted ? null : markup` open`}><summary>${texts.writeReview}</summary>${notice}
<form method="post" action="${action}" class="review-form">
<label>${texts.reviewName} <input name="name" required maxlength="255" autocomplete="nickname" value="${getFieldValue('name')}"${renderErrorAttributes('name')}></label>${wrong('name')}
<label>${texts.rating} <select name="rating" required${renderErrorAttributes('rating')}>${ratings.map(
    (rating) =>
      markup`<option value="${rating}"${getFieldValue('rating') === String(rating) ? markup` selected` : null}>${texts.stars({ rating })}</option>`,
  )}</select></label>${wrong('rating')}
<label>${texts.reviewComment} <textarea name="comment" required maxlength="4000" rows="5"${renderErrorAttributes('comment')}>${getFieldValue('comment')}</textarea></label>${wrong('comment')}
<button>${texts.sendReview}</button></form></details>`
}

/** Product reviews below the configurator, and the form to write one. Plain HTML that needs no script. */
export function renderReviewsSection(
  section: ReviewsSection,
  texts: StorefrontPageTexts,
  average: (value: number) => string,
): Markup {
  const { found: reviewList } = section
  const rated =
    reviewList.average === null
      ? null
      : markup`<p>${texts.rated({ average: average(reviewList.average), count: reviewList.count })}</p>`
  return markup`<section id="reviews" class="review-section" aria-labelledby="reviews-title"><h2 id="reviews-title">${texts.reviews}</h2>${rated}${renderReviews(section, texts)}${renderReviewForm(section, texts)}</section>`
}
