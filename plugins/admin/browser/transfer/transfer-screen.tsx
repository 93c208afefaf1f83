// The transfer screen: packages, product sheets, variant tables from spreadsheets, and models of other programs.
import { type ComponentType, type ReactNode, Suspense, useState } from 'react'
import { setRouteQuery, useRoute, useWindowTitle } from '../base/routing.js'
import type { ScreenProps } from '../base/screen-location.js'
import { adoptFormStyle } from '../style/form.js'
import { createStyleAdopter } from '../style/style-adopter.js'
import { t } from '../wording/text.js'
import { type TransferPartProps, tTransfer } from './transfer-action.js'
import { lazyPart } from '../base/lazy-part.js'

/** Styles of the transfer screen: sections, code texts and findings. */
const adoptTransferStyle = createStyleAdopter(`
.transfer .card { display: grid; gap: 0.75rem; margin-block-end: 1rem; }
.transfer .card > * { margin: 0; }
.transfer .field { max-width: 46rem; }
.transfer .field:has(textarea) { max-width: none; }
.transfer ul { padding-inline-start: 1.2rem; margin-block: 0.25rem 0.75rem; overflow-wrap: anywhere; }
.transfer h3 { margin-block-start: 0.5rem; }
.transfer textarea.code { font-family: ui-monospace, monospace; font-size: 0.9rem; min-height: 16rem; white-space: pre; overflow: auto; tab-size: 12; }
.transfer .language-tabs [aria-current=page] { background: var(--panel); box-shadow: var(--shade); font-weight: 620; }
`)

adoptFormStyle()
adoptTransferStyle()

const transferParts: Readonly<Record<'packages' | 'sheet' | 'table' | 'model', ComponentType<TransferPartProps>>> = {
  packages: lazyPart(async () => (await import('./package-transfer.js')).PackageTransfer),
  sheet: lazyPart(async () => (await import('./sheet-editor.js')).SheetEditor),
  table: lazyPart(async () => (await import('./file-imports.js')).VariantTableImport),
  model: lazyPart(async () => (await import('./file-imports.js')).ModelImport),
}
type TransferPart = keyof typeof transferParts
const all = Object.keys(transferParts) as TransferPart[]
/** The parts that are available with read access. */
const readOnlyParts: readonly TransferPart[] = ['sheet', 'model']

export function TransferScreen({ menu, session }: ScreenProps): ReactNode {
  useWindowTitle(tTransfer('title'))
  const { query } = useRoute()
  const [sheetText, setSheetText] = useState<string | null>(null)
  const requestedPart = new URLSearchParams(query).get('part')
  const mayWrite = menu.some(({ entries }) =>
    entries.some(({ name, kind, may }) => kind === 'screen' && name === 'transfer' && may.write),
  )
  const names = (mayWrite ? all : readOnlyParts).filter((name) => name !== 'model' || session.modelImport)
  const part = names.find((name) => name === requestedPart) ?? names[0]!
  const open = (name: TransferPart): void => setRouteQuery(new URLSearchParams({ part: name }), false)
  const PartView = transferParts[part]
  return (
    <div className="page wide transfer">
      <header className="page-head">
        <h1>{tTransfer('title')}</h1>
      </header>
      <p className="lead">{tTransfer('lead')}</p>
      <nav className="language-tabs" aria-label={tTransfer('parts')}>
        {names.map((name) => (
          <button key={name} type="button" aria-current={name === part ? 'page' : undefined} onClick={() => open(name)}>
            {tTransfer(name)}
          </button>
        ))}
      </nav>
      <Suspense fallback={<p className="loading">{t('loading')}</p>}>
        <PartView
          mayWrite={mayWrite}
          given={sheetText}
          onSheet={(text) => {
            setSheetText(text)
            open('sheet')
          }}
        />
      </Suspense>
    </div>
  )
}
