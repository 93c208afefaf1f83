// Product reviews below the configurator, and the form to write one. Plain HTML that needs no script.
import type { Issue } from '#core/foundation/errors.js'
import type { ProductReviews } from '#core/shop/catalogue/define.js'
import { type Markup, markup } from './markup.js'
import type { StorefrontPageTexts } from './text.js'

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
  markup`<span class="stars" role="img" aria-label="${texts.stars(rating)}">${'★'.repeat(rating)}${'☆'.repeat(5 - rating)}</span>`

function renderReviews({ found: { reviews } }: ReviewsSection, texts: StorefrontPageTexts): Markup {
  if (reviews.length === 0) return markup`<p>${texts.noReviews}</p>`
  return markup`<ul class="reviews">${reviews.map(
    (one) =>
      markup`<li${one.language_tag ? markup` lang="${one.language_tag}"` : null}>${renderStars(one.rating, texts)} <b>${one.name}</b><p dir="auto">${one.comment}</p></li>`,
  )}</ul>`
}

function renderReviewForm({ action, sent, taken }: ReviewsSection, texts: StorefrontPageTexts): Markup {
  const held = (name: string): string => (typeof sent?.fields[name] === 'string' ? sent.fields[name] : '')
  const wrong = (field: string): Markup | null => {
    const issue = sent?.issues.find((one) => one.field === field)
    return issue ? markup` <span class="refusal" id="review-${field}-refusal">${issue.message}</span>` : null
  }
  const marked = (field: string): Markup | null =>
    wrong(field) === null ? null : markup` aria-invalid="true" aria-describedby="review-${field}-refusal"`
  const notice = taken
    ? markup`<p class="good" role="status">${texts.reviewAccepted}</p>`
    : sent &&
      markup`<p class="refusal" role="alert">${sent.reason ? texts.reviewRejected[sent.reason] : texts.reviewRefused}${wrong('product_id')}</p>`
  return markup`<details${sent === null && !taken ? null : markup` open`}><summary>${texts.writeReview}</summary>${notice}
<form method="post" action="${action}" class="review-form">
<label>${texts.reviewName} <input name="name" required maxlength="255" autocomplete="nickname" value="${held('name')}"${marked('name')}></label>${wrong('name')}
<label>${texts.rating} <select name="rating" required${marked('rating')}>${ratings.map(
    (rating) =>
      markup`<option value="${rating}"${held('rating') === String(rating) ? markup` selected` : null}>${texts.stars(rating)}</option>`,
  )}</select></label>${wrong('rating')}
<label>${texts.reviewComment} <textarea name="comment" required maxlength="4000" rows="5"${marked('comment')}>${held('comment')}</textarea></label>${wrong('comment')}
<button>${texts.sendReview}</button></form></details>`
}

export function renderReviewsSection(
  section: ReviewsSection,
  texts: StorefrontPageTexts,
  average: (value: number) => string,
): Markup {
  const { found } = section
  const rated = found.average === null ? null : markup`<p>${texts.rated(average(found.average), found.count)}</p>`
  return markup`<section id="reviews" class="review-section" aria-labelledby="reviews-title"><h2 id="reviews-title">${texts.reviews}</h2>${rated}${renderReviews(section, texts)}${renderReviewForm(section, texts)}</section>`
}
