// The transfer screen: packages, product sheets, variant tables from spreadsheets, and models of other programs.
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { goQuery, useWay } from '../ground/routing.js'
import { useTitle } from '../ground/title.js'
import type { ScreenProps } from '../shell/screen-props.js'
import { adoptFormStyle } from '../style/form.js'
import { adoptTransferStyle } from '../style/transfer.js'
import { t } from '../wording/text.js'
import type { PartProps } from './part-props.js'
import { say } from './wording/say.js'

adoptFormStyle()
adoptTransferStyle()

const parts: Readonly<Record<'packages' | 'sheet' | 'table' | 'model', ComponentType<PartProps>>> = {
  packages: lazy(() => import('./packages.js').then(({ Packages }) => ({ default: Packages }))),
  sheet: lazy(() => import('./sheet.js').then(({ Sheet }) => ({ default: Sheet }))),
  table: lazy(() => import('./table.js').then(({ Table }) => ({ default: Table }))),
  model: lazy(() => import('./model.js').then(({ Model }) => ({ default: Model }))),
}
type Part = keyof typeof parts
const all = Object.keys(parts) as Part[]
/** The parts that are available with read access. */
const forReaders: readonly Part[] = ['sheet', 'model']

export function TransferScreen({ menu }: ScreenProps): ReactNode {
  useTitle(say('title'))
  const { query } = useWay()
  const [given, setGiven] = useState<string | null>(null)
  const wanted = new URLSearchParams(query).get('part')
  const mayWrite = menu.some(({ entries }) =>
    entries.some(({ name, kind, may }) => kind === 'screen' && name === 'transfer' && may.write),
  )
  const names = mayWrite ? all : forReaders
  const part = names.find((name) => name === wanted) ?? names[0]!
  const open = (name: Part): void => goQuery(new URLSearchParams({ part: name }), false)
  const Shown = parts[part]
  return (
    <div className="page wide transfer">
      <header className="page-head">
        <h1>{say('title')}</h1>
      </header>
      <p className="lead">{say('lead')}</p>
      <nav className="language-tabs" aria-label={say('parts')}>
        {names.map((name) => (
          <button key={name} type="button" aria-current={name === part ? 'page' : undefined} onClick={() => open(name)}>
            {say(name)}
          </button>
        ))}
      </nav>
      <Suspense fallback={<p className="loading">{t('loading')}</p>}>
        <Shown
          mayWrite={mayWrite}
          given={given}
          onSheet={(text) => {
            setGiven(text)
            open('sheet')
          }}
        />
      </Suspense>
    </div>
  )
}
