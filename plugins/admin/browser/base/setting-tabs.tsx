// The tabs that join the settings with the languages and the list of currencies.
import type { ReactNode } from 'react'
import { t } from '../wording/text.js'
import { toRecordListPath } from './screen-location.js'
import { Link } from './routing.js'

/** By entity: the text of its tab. */
const tabs = { settings: 'tabLanguages', currency: 'tabCurrencies' } as const

type TabName = keyof typeof tabs

/** The tabs on the screen of one of the entities. Nothing on other screens. */
export function SettingTabs({ entity }: { readonly entity: string }): ReactNode {
  if (!Object.hasOwn(tabs, entity)) return null
  return (
    <nav className="tabs" aria-label={t('languagesAndCurrencies')}>
      {(Object.keys(tabs) as TabName[]).map((name) => (
        <Link key={name} to={toRecordListPath(name)} current={name === entity}>
          {t(tabs[name])}
        </Link>
      ))}
    </nav>
  )
}
