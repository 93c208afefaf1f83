// The start screen: pending work, plugin tiles, and the areas of the menu.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import type { Dashboard } from '../../api/screen-shape.js'
import { toMenuEntryPath, toRecordPath, toWorkshopPath, type ScreenProps } from '../base/screen-location.js'
import { Icon } from '../base/icon.js'
import { Link, useWindowTitle } from '../base/routing.js'
import { dashboardQuery } from '../base/queries.js'
import { t, formatNumber } from '../wording/text.js'
import { lazyPart } from '../base/lazy-part.js'

const SetupCard = lazyPart(async () => (await import('../dashboard/start-cards.js')).SetupCard)
const LatestOrders = lazyPart(async () => (await import('../dashboard/start-cards.js')).LatestOrders)
const StatisticsPanel = lazyPart(async () => (await import('../dashboard/statistics-panel.js')).StatisticsPanel)
const PluginPart = lazyPart(async () => (await import('../plugin-part/plugin-part.js')).PluginPart)

const tileTextKeys = {
  ordersPaid: 'tileOrdersPaid',
  ordersPlaced: 'tileOrdersPlaced',
  ordersConfirmed: 'tileOrdersConfirmed',
  ordersAmount: 'tileOrdersAmount',
  ordersCurrency: 'tileOrdersCurrency',
  quotesAsked: 'tileQuotesAsked',
  paymentsPending: 'tilePaymentsPending',
  methodsIncomplete: 'tileMethodsIncomplete',
  notificationsMissing: 'tileNotificationsMissing',
  reviewsToPublish: 'tileReviewsToPublish',
  shoppersWaiting: 'tileShoppersWaiting',
  migrationsFrozen: 'tileMigrationsFrozen',
  migrationsPending: 'tileMigrationsPending',
  mailsFailing: 'tileMailsFailing',
  tasksFailing: 'tileTasksFailing',
  textsMissing: 'tileTextsMissing',
  errors: 'tileErrors',
} as const

/** Steps to the first product of a new shop: each with an explanation, the next one as a link. */
function FirstSteps({ product }: { readonly product: number | null }): ReactNode {
  const steps = [
    { title: t('stepProduct'), text: t('stepProductText'), to: product === null ? toRecordPath('product', 'new') : null },
    { title: t('stepQuestions'), text: t('stepQuestionsText'), to: product === null ? null : toWorkshopPath(product) },
    { title: t('stepLook'), text: t('stepLookText'), to: null },
  ]
  return (
    <section className="card beginning" aria-labelledby="beginning">
      <h2 id="beginning">{t('beginHere')}</h2>
      <ol>
        {steps.map(({ title, text, to }) => (
          <li key={title} aria-current={to === null ? undefined : 'step'}>
            {to === null ? (
              <strong>{title}</strong>
            ) : (
              <Link to={to} className="button primary">
                {title}
              </Link>
            )}
            <p className="quiet-text">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Pending work, and tiles of plugins. */
function DashboardTiles({ session }: Pick<ScreenProps, 'session'>): ReactNode {
  const { data } = useQuery(dashboardQuery)
  if (!data) return null
  return (
    <>
      {data.setup && (
        <Suspense>
          <SetupCard steps={data.setup} session={session} />
        </Suspense>
      )}
      {data.beginning && !data.setup && <FirstSteps product={data.beginning.product} />}
      <section className="today" aria-labelledby="today">
        <h2 id="today">{t('today')}</h2>
        {data.tiles.length === 0 && <p className="quiet-text">{t('nothingToday')}</p>}
        <ul>
          {data.tiles.map(({ name, count, path, urgent }) => (
            <li key={name}>
              <Link to={path} className={urgent ? 'tile urgent' : 'tile'}>
                <strong>{formatNumber(count)}</strong> <span>{t(tileTextKeys[name], { count })}</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
      {data.orders && (
        <Suspense>
          <LatestOrders orders={data.orders} />
          <StatisticsPanel session={session} />
        </Suspense>
      )}
      {data.plugged.length > 0 && <PluginTiles tiles={data.plugged} session={session} />}
    </>
  )
}

interface PluginTilesProps extends Pick<ScreenProps, 'session'> {
  readonly tiles: Dashboard['plugged']
}

function PluginTiles({ tiles, session }: PluginTilesProps): ReactNode {
  return (
    <div className="areas">
      <Suspense>
        {tiles.map(({ name, label, script, may }) => (
          <section key={name} className="card" aria-labelledby={`tile-${name}`}>
            <h2 id={`tile-${name}`}>{label}</h2>
            <PluginPart script={script} mayWrite={may.write} session={session} />
          </section>
        ))}
      </Suspense>
    </div>
  )
}

export function HomeScreen({ session, menu }: ScreenProps): ReactNode {
  useWindowTitle(t('home'))
  const product = menu.flatMap(({ entries }) => entries).find(({ name, may }) => name === 'product' && may.write)
  return (
    <div className="page">
      <header className="page-head">
        <h1>{t('welcome', { name: session.account.name })}</h1>
        {product && (
          <Link to={toRecordPath('product', 'new')} className="button primary">
            <Icon name="plus" size={16} /> {t('newProduct')}
          </Link>
        )}
      </header>
      {menu.length === 0 && <p className="lead">{t('nothingAllowed')}</p>}
      <DashboardTiles session={session} />
      <div className="areas">
        {menu.map(({ area, label, entries }) => (
          <section key={area} className="card" aria-labelledby={`home-${area}`}>
            <h2 id={`home-${area}`}>{label}</h2>
            <ul>
              {entries.map((entry) => (
                <li key={`${entry.kind} ${entry.name}`}>
                  <Link to={toMenuEntryPath(entry)}>{entry.label}</Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}
