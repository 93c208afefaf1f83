// A cart as its shopper sees it: lines, totals, and problems that block the order.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CartDetail } from '../../api/screen-shape.js'
import { toRecordListPath, toRecordPath } from '../base/screen-location.js'
import { requestBody } from '../base/api.js'
import { entityShapeQuery } from '../base/queries.js'
import { Link, useWindowTitle } from '../base/routing.js'
import { ScreenPlaceholder } from '../shell/failure-message.js'
import { adoptSalesStyle } from '../style/sales.js'
import { createMoneyFormatter, formatHeading, formatTime, type MoneyFormatter, t } from '../wording/text.js'

adoptSalesStyle()

type Cart = NonNullable<CartDetail['cart']>
type CartPosition = Cart['positions'][number]

function CartLine({ position, money }: { readonly position: CartPosition; readonly money: MoneyFormatter }): ReactNode {
  const warnings = [
    ...(position.unavailable === null ? [] : [position.unavailable]),
    ...position.missing.map(({ message }) => message),
    ...position.notices.map(({ message }) => message),
  ]
  return (
    <li className="sold">
      <header>
        <h3>
          <span className="number">{position.quantity} ×</span>{' '}
          <Link to={toRecordPath('product', position.product_id)}>{position.title}</Link>
        </h3>
        <strong className="number">{position.price === null ? '' : money(position.price.gross)}</strong>
      </header>
      <dl className="facts">
        {position.options.map(({ question_id: id, question, text }) => (
          <div key={id}>
            <dt>{question}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {position.note !== '' && <p className="note">{position.note}</p>}
      {warnings.length > 0 && (
        <ul className="note">
          {warnings.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
    </li>
  )
}

function CartContent({ cart }: { readonly cart: Cart }): ReactNode {
  const money = createMoneyFormatter(cart.currency.code, cart.currency.decimals)
  const { totals } = cart
  const sums = totals
    ? [
        [t('net'), totals.net],
        [t('tax'), totals.tax],
        [t('total'), totals.gross],
        ...(totals.recurring.gross === 0 ? [] : [[t('recurring'), totals.recurring.gross] as const]),
        [t('withDelivery'), totals.estimate.gross],
      ]
    : []
  return (
    <section className="card" aria-labelledby="lies">
      <h2 id="lies">{t('liesInIt')}</h2>
      {cart.blocked.map(({ code, message }) => (
        <p key={code} className="note">
          {message}
        </p>
      ))}
      {cart.positions.length + cart.gone.length === 0 && <p className="quiet-text">{t('emptyCart')}</p>}
      <ul className="plain">
        {cart.positions.map((position) => (
          <CartLine key={position.id} position={position} money={money} />
        ))}
        {cart.gone.map(({ id, message }) => (
          <li key={`gone ${id}`} className="sold">
            <p className="note">{message}</p>
          </li>
        ))}
      </ul>
      <dl className="sums">
        {sums.map(([label, amount]) => (
          <div key={String(label)}>
            <dt>{formatHeading(String(label))}</dt>
            <dd className="number">{money(Number(amount))}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

export function CartScreen({ id }: { readonly id: number }): ReactNode {
  const {
    data: cartDetail,
    error,
    refetch,
  } = useQuery({
    queryKey: ['documentDetail', 'cart', id],
    queryFn: ({ signal }) => requestBody<CartDetail>('GET', `carts/${id}`, { signal }),
  })
  const { data: shape } = useQuery(entityShapeQuery('cart'))
  const title = cartDetail ? t('cartOf', { time: formatTime(cartDetail.created) }) : formatHeading(shape?.label ?? '')
  useWindowTitle(title)
  if (!cartDetail || !shape) return <ScreenPlaceholder error={error} retry={() => void refetch()} />
  const { cart } = cartDetail
  return (
    <div className="page">
      <header className="page-head">
        <div className="head-words">
          <nav aria-label={t('youAreHere')} className="crumbs">
            <Link to={toRecordListPath('cart')}>{formatHeading(shape.pluralLabel)}</Link>
          </nav>
          <h1>
            {title} {cart?.orderable === true && <span className="badge">{t('canBeOrdered')}</span>}
          </h1>
        </div>
      </header>
      {cart === null && <p className="lead">{t('noCartMore')}</p>}
      {cart && (
        <p className="lead">
          {t('cartSeen', { changed: formatTime(cart.changed), language: cart.language })}
          {cart.expires !== null && ` ${t('cartExpires', { at: formatTime(cart.expires) })}`}
        </p>
      )}
      {cart && <CartContent cart={cart} />}
      <ul className="plain page-links">
        {cartDetail.customer !== null && (
          <li>
            <Link to={toRecordPath('customer', cartDetail.customer)}>{t('openCustomer')}</Link>
          </li>
        )}
        <li>
          <Link to={`${toRecordPath('cart', id)}?fields=1`}>{t('allFields')}</Link>
        </li>
      </ul>
    </div>
  )
}
