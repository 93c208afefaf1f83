// The first screen: what there is, by area, and what can be begun at once.
import type { ReactNode } from 'react'
import { listPath, recordPath, screenPath } from '../ground/address.js'
import { Icon } from '../ground/icon.js'
import { Link } from '../ground/routing.js'
import { useTitle } from '../ground/title.js'
import { t } from '../wording/text.js'
import type { ScreenProps } from './screen-props.js'

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
      <div className="areas">
        {menu.map(({ area, label, entries }) => (
          <section key={area} className="card" aria-labelledby={`home-${area}`}>
            <h2 id={`home-${area}`}>{label}</h2>
            <ul>
              {entries.map(({ kind, name, label: entry }) => (
                <li key={`${kind} ${name}`}>
                  <Link to={kind === 'list' ? listPath(name) : screenPath(name)}>{entry}</Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}
