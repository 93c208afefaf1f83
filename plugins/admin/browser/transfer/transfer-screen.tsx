// The transfer screen: packages, product sheets, variant tables from spreadsheets, and models of other programs.
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { setRouteQuery, useRoute } from '../base/routing.js'
import { useWindowTitle } from '../base/window-title.js'
import type { ScreenProps } from '../shell/screen-props.js'
import { adoptFormStyle } from '../style/form.js'
import { adoptTransferStyle } from '../style/transfer.js'
import { t } from '../wording/text.js'
import type { TransferPartProps } from './transfer-part-props.js'
import { tTransfer } from './wording/transfer-text.js'

adoptFormStyle()
adoptTransferStyle()

const transferParts: Readonly<Record<'packages' | 'sheet' | 'table' | 'model', ComponentType<TransferPartProps>>> = {
  packages: lazy(() => import('./package-transfer.js').then(({ PackageTransfer }) => ({ default: PackageTransfer }))),
  sheet: lazy(() => import('./sheet-editor.js').then(({ SheetEditor }) => ({ default: SheetEditor }))),
  table: lazy(() => import('./variant-table-import.js').then(({ VariantTableImport }) => ({ default: VariantTableImport }))),
  model: lazy(() => import('./model-import.js').then(({ ModelImport }) => ({ default: ModelImport }))),
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
