// Product reviews below the configurator, and the form to write one. Plain HTML that needs no script.
import type { Issue } from '#core/contract.js'
import type { ProductReviews } from '#core/surface.js'
import { type Markup, markup } from '../http/markup.js'
import type { StorefrontPageTexts } from './text/types.js'

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
