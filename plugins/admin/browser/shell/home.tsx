// The first screen: what there is, by area, and what can be begun at once.
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import type { Dashboard } from '../../transport/screen-shape.js'
import { entryPath, recordPath } from '../ground/address.js'
import { Icon } from '../ground/icon.js'
import { Link } from '../ground/routing.js'
import { dashboardQuery } from '../ground/queries.js'
import { useTitle } from '../ground/title.js'
import { number, t } from '../wording/text.js'
import type { ScreenProps } from './screen-props.js'

const PluggedPart = lazy(() => import('../plugged/part.js').then(({ PluggedPart }) => ({ default: PluggedPart })))

/** What needs a person today, and what plugins show here. */
function Tiles({ session }: Pick<ScreenProps, 'session'>): ReactNode {
  const { data } = useQuery(dashboardQuery)
  if (!data) return null
  return (
    <>
      <section className="today" aria-labelledby="today">
        <h2 id="today">{t('today')}</h2>
        {data.tiles.length === 0 && <p className="quiet-text">{t('nothingToday')}</p>}
        <ul>
          {data.tiles.map(({ name, count, path, urgent }) => (
            <li key={name}>
              <Link to={path} className={urgent ? 'tile urgent' : 'tile'}>
                <strong>{number(count)}</strong> <span>{t(`tile_${name}`)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
      {data.plugged.length > 0 && <Plugged tiles={data.plugged} session={session} />}
    </>
  )
}

interface PluggedProps extends Pick<ScreenProps, 'session'> {
  readonly tiles: Dashboard['plugged']
}

function Plugged({ tiles, session }: PluggedProps): ReactNode {
  return (
    <div className="areas">
      <Suspense>
        {tiles.map(({ name, label, script, may }) => (
          <section key={name} className="card" aria-labelledby={`tile-${name}`}>
            <h2 id={`tile-${name}`}>{label}</h2>
            <PluggedPart script={script} mayWrite={may.write} session={session} />
          </section>
        ))}
      </Suspense>
    </div>
  )
}

export function Home({ session, menu }: ScreenProps): ReactNode {
  useTitle(t('home'))
  const product = menu.flatMap(({ entries }) => entries).find(({ name, may }) => name === 'product' && may.write)
  return (
    <div className="page">
      <header className="page-head">
        <h1>{t('welcome', { name: session.account.name })}</h1>
        {product && (
          <Link to={recordPath('product', 'new')} className="button primary">
            <Icon name="plus" size={16} /> {t('newProduct')}
          </Link>
        )}
      </header>
      {menu.length === 0 && <p className="lead">{t('nothingAllowed')}</p>}
      <Tiles session={session} />
      <div className="areas">
        {menu.map(({ area, label, entries }) => (
          <section key={area} className="card" aria-labelledby={`home-${area}`}>
            <h2 id={`home-${area}`}>{label}</h2>
            <ul>
              {entries.map((entry) => (
                <li key={`${entry.kind} ${entry.name}`}>
                  <Link to={entryPath(entry)}>{entry.label}</Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}
