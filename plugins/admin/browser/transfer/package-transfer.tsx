// Transfer packages: export and download, or upload, check, compare and import.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { RecordPicker } from '../control/record-picker.js'
import { namesQuery } from '../base/queries.js'
import { getRootPath } from '../base/root-path.js'
import { runTransferAction, ActionErrors, useBusyState } from './transfer-action.js'
import { PackageImport } from './package-import.js'
import { tTransfer } from './wording/transfer-text.js'

interface PackageFile {
  readonly path: string
  /** In bytes. */
  readonly size: number
  readonly left_out: readonly { readonly what: string; readonly count: number; readonly why: string }[]
}

function PackageExport(): ReactNode {
  const [ids, setIds] = useState<readonly number[]>([])
  const [packageFile, setPackageFile] = useState<PackageFile | null>(null)
  const { busy, failure, run } = useBusyState()
  const { data: titles } = useQuery(namesQuery('product', ids))
  const change = (next: readonly number[]): void => {
    setIds(next)
    setPackageFile(null)
  }
  return (
    <section className="card" aria-labelledby="export">
      <h2 id="export">{tTransfer('exportTitle')}</h2>
      <div className="field">
        <label htmlFor="export-product">{tTransfer('productToAdd')}</label>
        <RecordPicker
          id="export-product"
          entity="product"
          value={null}
          onChange={(id) => id !== null && !ids.includes(id) && change([...ids, id])}
        />
      </div>
      {ids.length > 0 && (
        <>
          <h3>{tTransfer('chosen')}</h3>
          <ul>
            {ids.map((id) => {
              const name = titles?.get(id) ?? '…'
              return (
                <li key={id}>
                  {name}{' '}
                  <button
                    type="button"
                    className="icon-button"
                    aria-label={tTransfer('remove', { name })}
                    onClick={() => change(ids.filter((productId) => productId !== id))}
                  >
                    ×
                  </button>
                </li>
              )
            })}
          </ul>
        </>
      )}
      <ActionErrors failure={failure} />
      <div className="buttons">
        <button
          type="button"
          className="primary"
          aria-disabled={busy || ids.length === 0}
          onClick={() =>
            ids.length > 0 &&
            void run(async () => setPackageFile(await runTransferAction<PackageFile>('export-product', { product_ids: ids })))
          }
        >
          {tTransfer('exportNow')}
        </button>
      </div>
      <div role="status">
        {packageFile && (
          <>
            <p>{tTransfer('exported', { name: packageFile.path, size: Math.ceil(packageFile.size / 1_000) })}</p>
            <p>
              <a
                className="button"
                href={`${getRootPath()}api/transfer/${encodeURIComponent(packageFile.path)}`}
                download={packageFile.path}
              >
                {tTransfer('fetch', { name: packageFile.path })}
              </a>
            </p>
            <ul>
              {packageFile.left_out.map((omission) => (
                <li key={omission.what + omission.why}>{tTransfer('leftOut', { ...omission })}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  )
}

export function PackageTransfer(): ReactNode {
  return (
    <>
      <PackageExport />
      <PackageImport />
    </>
  )
}
