// Moderation of reviews: read, publish, reject, and unpublish.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ReviewPage, ReviewRow } from '../../api/screen-shape.js'
import { toRecordPath, type ScreenProps } from '../base/screen-location.js'
import { requestBody } from '../base/api.js'
import { queryClient, refreshRecords, entityShapeQuery } from '../base/queries.js'
import { Link, useWindowTitle } from '../base/routing.js'
import { showToast, showErrorToast } from '../base/toasts.js'
import { sendBulkChange, showBulkResult } from '../list/bulk-change.js'
import { FailureMessage } from '../shell/failure-message.js'
import { adoptFormStyle } from '../style/form.js'
import { adoptSalesStyle } from '../style/sales.js'
import { canWriteScreen } from '../table/table-screen.js'
import { t } from '../wording/text.js'

adoptFormStyle()
adoptSalesStyle()

/** The maximum rating. */
const maxRating = 5

interface ReviewProps {
  readonly row: ReviewRow
  readonly published: boolean
  readonly mayWrite: boolean
  readonly onPublish: (published: boolean) => void
  readonly onRefuse: () => void
}

function Review({ row, published, mayWrite: writes, onPublish, onRefuse }: ReviewProps): ReactNode {
  const { id, product, name, rating, comment, language, customer } = row
  const title = product.title || t('unknownRecord')
  return (
    <li className="sold">
      <header>
        <h2>{product.id === null ? title : <Link to={toRecordPath('product', product.id)}>{title}</Link>}</h2>
        <span role="img" aria-label={t('starsOf', { rating, of: maxRating })}>
          {'★'.repeat(rating)}
          {'☆'.repeat(Math.max(0, maxRating - rating))}
        </span>
      </header>
      <p lang={language || undefined} className="said">
        {comment}
      </p>
      <p className="quiet-text">
        {customer === null ? name : <Link to={toRecordPath('customer', customer)}>{name}</Link>}
        {language === '' ? '' : ` · ${language}`} · <Link to={toRecordPath('review', id)}>{t('allFields')}</Link>
      </p>
      {writes && (
        <div className="buttons">
          <button type="button" className={published ? undefined : 'primary'} onClick={() => onPublish(!published)}>
            {published ? t('takeDown') : t('publish')}
          </button>
          <button type="button" className="danger" onClick={onRefuse}>
            {published ? t('delete') : t('refuseReview')}
          </button>
        </div>
      )}
    </li>
  )
}

export function ReviewsScreen(props: ScreenProps): ReactNode {
  useWindowTitle(t('reviews'))
  const [published, setPublished] = useState(false)
  const [offset, setOffset] = useState(0)
  const { data: shape } = useQuery(entityShapeQuery('review'))
  const { data, error, refetch } = useQuery({
    queryKey: ['list', 'review', 'screen', published, offset],
    queryFn: ({ signal }) =>
      requestBody<ReviewPage>('GET', `reviews?published=${published ? 1 : 0}&offset=${offset}`, { signal }),
  })
  const after = async (work: Promise<unknown>): Promise<void> => {
    try {
      await work
      await refreshRecords('review')
      await queryClient.invalidateQueries({ queryKey: ['dashboard'] })
    } catch (failure) {
      showErrorToast(failure)
      await refetch()
    }
  }
  const publish = async ({ id }: ReviewRow, to: boolean): Promise<void> => {
    await requestBody('PATCH', `records/review/${id}`, { body: { published: to } })
    showToast({ text: to ? t('reviewPublished') : t('reviewTakenDown') })
  }
  const refuse = async ({ id }: ReviewRow): Promise<void> => {
    if (shape) await showBulkResult(shape, await sendBulkChange('review', { ids: [id], delete: true }))
  }
  const show = (which: boolean): void => {
    setPublished(which)
    setOffset(0)
  }
  if (error && !data) return <FailureMessage error={error} retry={() => void refetch()} />
  const { reviews = [], total = 0 } = data ?? {}
  return (
    <div className="page">
      <header className="page-head">
        <h1>{t('reviews')}</h1>
        <div className="segments" role="group" aria-label={t('state')}>
          {[false, true].map((which) => (
            <button key={String(which)} type="button" aria-pressed={published === which} onClick={() => show(which)}>
              {which ? t('reviewsShown') : t('reviewsWaiting')}
            </button>
          ))}
        </div>
      </header>
      {!data && <p className="loading">{t('loading')}</p>}
      {data && reviews.length === 0 && <p className="quiet-text">{published ? t('noReviewsShown') : t('noReviewsWaiting')}</p>}
      <ul className="plain">
        {reviews.map((row) => (
          <Review
            key={row.id}
            row={row}
            published={published}
            mayWrite={canWriteScreen(props, 'reviews')}
            onPublish={(to) => void after(publish(row, to))}
            onRefuse={() => void after(refuse(row))}
          />
        ))}
      </ul>
      {total > reviews.length && (
        <nav className="buttons" aria-label={t('pages')}>
          {offset > 0 && (
            <button type="button" onClick={() => setOffset(0)}>
              {t('newest')}
            </button>
          )}
          {offset + reviews.length < total && (
            <button type="button" onClick={() => setOffset(offset + reviews.length)}>
              {t('older')}
            </button>
          )}
        </nav>
      )}
    </div>
  )
}
