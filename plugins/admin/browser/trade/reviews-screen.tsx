// Moderation of reviews: read, publish, reject, and unpublish.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ReviewPage, ReviewRow } from '../../transport/screen-shape.js'
import { recordPath } from '../ground/address.js'
import { ask } from '../ground/api.js'
import { client, recordsChanged, shapeQuery } from '../ground/queries.js'
import { Link } from '../ground/routing.js'
import { useTitle } from '../ground/title.js'
import { tell, tellFailure } from '../ground/toasts.js'
import { bulk, tellDone } from '../list/bulk.js'
import { Failure } from '../shell/failure.js'
import type { ScreenProps } from '../shell/screen-props.js'
import { adoptFormStyle } from '../style/form.js'
import { adoptSalesStyle } from '../style/sales.js'
import { mayWrite } from '../table/table-screen.js'
import { t } from '../wording/text.js'

adoptFormStyle()
adoptSalesStyle()

/** The maximum rating. */
const stars = 5

interface ReviewProps {
  readonly row: ReviewRow
  readonly published: boolean
  readonly mayWrite: boolean
  readonly onPublish: (published: boolean) => void
  readonly onRefuse: () => void
}

function Review({ row, published, mayWrite: writes, onPublish, onRefuse }: ReviewProps): ReactNode {
  const { id, product, name, rating, comment, language, customer } = row
  const title = product.title || `#${product.id ?? ''}`
  return (
    <li className="sold">
      <header>
        <h2>{product.id === null ? title : <Link to={recordPath('product', product.id)}>{title}</Link>}</h2>
        <span role="img" aria-label={t('starsOf', { rating, of: stars })}>
          {'★'.repeat(rating)}
          {'☆'.repeat(Math.max(0, stars - rating))}
        </span>
      </header>
      <p lang={language || undefined} className="said">
        {comment}
      </p>
      <p className="quiet-text">
        {customer === null ? name : <Link to={recordPath('customer', customer)}>{name}</Link>}
        {language === '' ? '' : ` · ${language}`} · <Link to={recordPath('review', id)}>{t('allFields')}</Link>
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
  useTitle(t('reviews'))
  const [published, setPublished] = useState(false)
  const [offset, setOffset] = useState(0)
  const { data: shape } = useQuery(shapeQuery('review'))
  const { data, error, refetch } = useQuery({
    queryKey: ['list', 'review', 'screen', published, offset],
    queryFn: ({ signal }) => ask<ReviewPage>('GET', `reviews?published=${published ? 1 : 0}&offset=${offset}`, { signal }),
  })
  const after = async (work: Promise<unknown>): Promise<void> => {
    try {
      await work
      await recordsChanged('review')
      await client.invalidateQueries({ queryKey: ['dashboard'] })
    } catch (failure) {
      tellFailure(failure)
      await refetch()
    }
  }
  const publish = async ({ id }: ReviewRow, to: boolean): Promise<void> => {
    await ask('PATCH', `records/review/${id}`, { body: { published: to } })
    tell({ text: to ? t('reviewPublished') : t('reviewTakenDown') })
  }
  const refuse = async ({ id }: ReviewRow): Promise<void> => {
    if (shape) await tellDone(shape, await bulk('review', { ids: [id], delete: true }))
  }
  const show = (which: boolean): void => {
    setPublished(which)
    setOffset(0)
  }
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  const { reviews = [], total = 0 } = data ?? {}
  return (
    <div className="page">
      <header className="page-head">
        <h1>{t('reviews')}</h1>
        <div className="buttons" role="group" aria-label={t('state')}>
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
            mayWrite={mayWrite(props, 'reviews')}
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
