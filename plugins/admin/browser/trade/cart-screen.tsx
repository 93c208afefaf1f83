// A cart as its shopper sees it: lines, totals, and problems that block the order.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { DeskCart } from '../../transport/screen-shape.js'
import { listPath, recordPath } from '../ground/address.js'
import { ask } from '../ground/api.js'
import { shapeQuery } from '../ground/queries.js'
import { Link } from '../ground/routing.js'
import { useTitle } from '../ground/title.js'
import { Failure } from '../shell/failure.js'
import { adoptSalesStyle } from '../style/sales.js'
import { heading, moment, t } from '../wording/text.js'
import { type Money, moneyIn } from './money.js'

adoptSalesStyle()

type Cart = NonNullable<DeskCart['cart']>
type Position = Cart['positions'][number]

function Lying({ position, money }: { readonly position: Position; readonly money: Money }): ReactNode {
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
          <Link to={recordPath('product', position.product_id)}>{position.title}</Link>
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

function Shown({ cart }: { readonly cart: Cart }): ReactNode {
  const money = moneyIn(cart.currency.code, cart.currency.decimals)
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
          <Lying key={position.id} position={position} money={money} />
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
            <dt>{heading(String(label))}</dt>
            <dd className="number">{money(Number(amount))}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

export function CartScreen({ id }: { readonly id: number }): ReactNode {
  const {
    data: desk,
    error,
    refetch,
  } = useQuery({
    queryKey: ['desk', 'cart', id],
    queryFn: ({ signal }) => ask<DeskCart>('GET', `carts/${id}`, { signal }),
  })
  const { data: shape } = useQuery(shapeQuery('cart'))
  const title = `${heading(shape?.label ?? '')} #${id}`.trim()
  useTitle(title)
  if (error && !desk) return <Failure error={error} retry={() => void refetch()} />
  if (!desk || !shape) return <p className="loading">{t('loading')}</p>
  const { cart } = desk
  return (
    <div className="page">
      <header className="page-head">
        <div className="head-words">
          <nav aria-label={t('youAreHere')} className="crumbs">
            <Link to={listPath('cart')}>{heading(shape.pluralLabel)}</Link>
          </nav>
          <h1>
            {title} {cart?.orderable === true && <span className="badge">{t('canBeOrdered')}</span>}
          </h1>
        </div>
      </header>
      {cart === null && <p className="lead">{t('noCartMore')}</p>}
      {cart && (
        <p className="lead">
          {t('cartSeen', { changed: moment(cart.changed), language: cart.language })}
          {cart.expires !== null && ` ${t('cartExpires', { at: moment(cart.expires) })}`}
        </p>
      )}
      {cart && <Shown cart={cart} />}
      <ul className="plain page-links">
        {desk.customer !== null && (
          <li>
            <Link to={recordPath('customer', desk.customer)}>{t('openCustomer')}</Link>
          </li>
        )}
        <li>
          <Link to={`${recordPath('cart', id)}?fields=1`}>{t('allFields')}</Link>
        </li>
      </ul>
    </div>
  )
}
