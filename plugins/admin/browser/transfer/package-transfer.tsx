// Transfer packages: export and download, or upload, check, compare and import.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { FileDrop } from '../control/file-control.js'
import { RecordPicker } from '../control/record-picker.js'
import { namesQuery } from '../base/queries.js'
import { getRootPath, toRecordPath } from '../base/screen-location.js'
import { runTransferAction, ActionErrors, useBusyState, tTransfer, refreshProducts, ResultList } from './transfer-action.js'
import { requestBody } from '../base/api.js'
import { askConfirmation } from '../base/dialog.js'
import { Link } from '../base/routing.js'

type FindingGrade = 'blocker' | 'warning' | 'notice'

interface Finding {
  readonly grade: FindingGrade
  readonly message: string
}

interface ProductImportResult {
  readonly id: number
  readonly title: string
  readonly created: Readonly<Record<string, number>>
  readonly updated: Readonly<Record<string, number>>
  readonly unchanged: number
  readonly deleted: number
  readonly files: number
}

interface PackageReport {
  readonly findings: readonly Finding[]
  readonly products: readonly ProductImportResult[]
}

interface PackageCheck extends PackageReport {
  readonly canProceed: boolean
}

interface PackageDiff {
  readonly equal: boolean
  readonly products: readonly { readonly title: string; readonly changes: readonly { readonly sentence: string }[] }[]
}

const sum = (counts: Readonly<Record<string, number>>): number => Object.values(counts).reduce((all, count) => all + count, 0)

function formatProductLine({ title, created, updated, unchanged, deleted, files }: ProductImportResult): string {
  return tTransfer('productLine', {
    title,
    created: sum(created),
    updated: sum(updated),
    unchanged,
    deleted,
    files,
  })
}

function PackageFindings({ findings }: Pick<PackageReport, 'findings'>): ReactNode {
  const of = (grade: FindingGrade): readonly string[] =>
    findings.filter((finding) => finding.grade === grade).map(({ message }) => message)
  if (findings.length === 0) return <p>{tTransfer('nothingFound')}</p>
  return (
    <>
      <ResultList title={tTransfer('blockers')} lines={of('blocker')} />
      <ResultList title={tTransfer('warnings')} lines={of('warning')} />
      <ResultList title={tTransfer('notices')} lines={of('notice')} />
    </>
  )
}

/** Imports a package: upload, findings by severity, a preview of the changes, differences, and the import itself. */
function PackageImport(): ReactNode {
  const [name, setName] = useState<string | null>(null)
  const [mode, setMode] = useState<'copy' | 'exact'>('copy')
  const [newIds, setNewIds] = useState(false)
  const [isConfirmed, setConfirmed] = useState(false)
  const [checked, setChecked] = useState<PackageCheck | null>(null)
  const [report, setReport] = useState<PackageReport | null>(null)
  const [diff, setDiff] = useState<PackageDiff | null>(null)
  const { busy, failure, run } = useBusyState()
  const request = { path: name, mode, ...(mode === 'exact' && newIds && { new_ids: true }) }
  const reset = (): void => {
    setChecked(null)
    setReport(null)
    setConfirmed(false)
  }
  const bring = (file: File): void =>
    void run(async () => {
      reset()
      setDiff(null)
      setName(null)
      const { path } = await requestBody<{ readonly path: string }>('POST', `transfer/${encodeURIComponent(file.name)}`, { file })
      setName(path)
    })
  const warned = checked?.findings.some(({ grade }) => grade === 'warning') === true
  const ready = checked?.canProceed === true && (!warned || isConfirmed)
  const importNow = (): void =>
    void run(async () => {
      if (
        !ready ||
        !(await askConfirmation({
          title: tTransfer('importTitleSure', { name: name! }),
          text: tTransfer('importSure'),
          yes: tTransfer('importNow'),
        }))
      )
        return
      setReport(
        await runTransferAction<PackageReport>('import-product-package', {
          ...request,
          ...(isConfirmed && { acknowledge_warnings: true }),
        }),
      )
      setChecked(null)
      await refreshProducts()
    })
  return (
    <section className="card" aria-labelledby="import">
      <h2 id="import">{tTransfer('importTitle')}</h2>
      <FileDrop
        id="package"
        label={tTransfer('chooseFile')}
        hint={tTransfer('dropHere')}
        accept=".zip,application/zip"
        disabled={busy}
        name={name}
        onFile={bring}
      />
      {name !== null && (
        <>
          <p role="status">{tTransfer('uploaded', { name })}</p>
          <div className="field">
            <label htmlFor="mode">{tTransfer('mode')}</label>
            <select
              id="mode"
              value={mode}
              onChange={(event) => {
                setMode(event.target.value === 'exact' ? 'exact' : 'copy')
                reset()
              }}
            >
              <option value="copy">{tTransfer('copy')}</option>
              <option value="exact">{tTransfer('exact')}</option>
            </select>
          </div>
          {mode === 'exact' && (
            <p className="choices">
              <label>
                <input
                  type="checkbox"
                  checked={newIds}
                  onChange={(event) => {
                    setNewIds(event.target.checked)
                    reset()
                  }}
                />
                {tTransfer('newIds')}
              </label>
            </p>
          )}
          <div className="buttons">
            <button
              type="button"
              className="primary"
              aria-disabled={busy}
              onClick={() =>
                void run(async () => {
                  reset()
                  setChecked(await runTransferAction<PackageCheck>('check-product-package', request))
                })
              }
            >
              {tTransfer('check')}
            </button>
            <button
              type="button"
              aria-disabled={busy}
              onClick={() => void run(async () => setDiff(await runTransferAction<PackageDiff>('diff-products', { from: name })))}
            >
              {tTransfer('compare')}
            </button>
          </div>
        </>
      )}
      <ActionErrors failure={failure} />
      <div role="status">
        {checked && (
          <>
            <PackageFindings findings={checked.findings} />
            {checked.canProceed ? (
              <ResultList title={tTransfer('wouldImport')} lines={checked.products.map(formatProductLine)} />
            ) : (
              <p className="form-failure">{tTransfer('blocked')}</p>
            )}
          </>
        )}
        {report && (
          <ResultList
            title={tTransfer('imported')}
            lines={report.products.map((product) => (
              <>
                {formatProductLine(product)}{' '}
                <Link to={toRecordPath('product', product.id)} label={`${tTransfer('openProduct')}: ${product.title}`}>
                  {tTransfer('openProduct')}
                </Link>
              </>
            ))}
          />
        )}
      </div>
      {checked?.canProceed && (
        <>
          {warned && (
            <p className="choices">
              <label>
                <input type="checkbox" checked={isConfirmed} onChange={(event) => setConfirmed(event.target.checked)} />
                {tTransfer('acknowledge')}
              </label>
            </p>
          )}
          <div className="buttons">
            <button type="button" className="danger" aria-disabled={busy || !ready} onClick={importNow}>
              {tTransfer('importNow')}
            </button>
          </div>
        </>
      )}
      {diff && name !== null && (
        <section aria-labelledby="otherwise">
          <h2 id="otherwise">{tTransfer('otherwise', { name })}</h2>
          {diff.equal && <p>{tTransfer('noDifference')}</p>}
          {diff.products.map(({ title, changes }) => (
            <ResultList key={title} title={title} lines={changes.map(({ sentence }) => sentence)} />
          ))}
        </section>
      )}
    </section>
  )
}

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
