// Imports a package: upload, findings by severity, a preview of the changes, differences, and the import itself.
import { type DragEvent, type ReactNode, useState } from 'react'
import { recordPath } from '../ground/address.js'
import { ask } from '../ground/api.js'
import { confirm } from '../ground/dialog.js'
import { Link } from '../ground/routing.js'
import { act, productsChanged, Refused, Told, useDoing } from './act.js'
import { say } from './wording/say.js'

type Grade = 'blocker' | 'warning' | 'notice'

interface Finding {
  readonly grade: Grade
  readonly message: string
}

interface Applied {
  readonly id: number
  readonly title: string
  readonly created: Readonly<Record<string, number>>
  readonly updated: Readonly<Record<string, number>>
  readonly unchanged: number
  readonly deleted: number
  readonly files: number
}

interface Report {
  readonly findings: readonly Finding[]
  readonly products: readonly Applied[]
}

interface Checked extends Report {
  readonly canProceed: boolean
}

interface Diff {
  readonly equal: boolean
  readonly products: readonly { readonly title: string; readonly changes: readonly { readonly sentence: string }[] }[]
}

const sum = (counts: Readonly<Record<string, number>>): number => Object.values(counts).reduce((all, one) => all + one, 0)

function productLine({ id, title, created, updated, unchanged, deleted, files }: Applied): string {
  return say('productLine', { title, id: String(id), created: sum(created), updated: sum(updated), unchanged, deleted, files })
}

function Found({ findings }: Pick<Report, 'findings'>): ReactNode {
  const of = (grade: Grade): readonly string[] => findings.filter((one) => one.grade === grade).map(({ message }) => message)
  if (findings.length === 0) return <p>{say('nothingFound')}</p>
  return (
    <>
      <Told title={say('blockers')} lines={of('blocker')} />
      <Told title={say('warnings')} lines={of('warning')} />
      <Told title={say('notices')} lines={of('notice')} />
    </>
  )
}

export function Import(): ReactNode {
  const [name, setName] = useState<string | null>(null)
  const [over, setOver] = useState(false)
  const [mode, setMode] = useState<'copy' | 'exact'>('copy')
  const [newIds, setNewIds] = useState(false)
  const [meant, setMeant] = useState(false)
  const [checked, setChecked] = useState<Checked | null>(null)
  const [done, setDone] = useState<Report | null>(null)
  const [diff, setDiff] = useState<Diff | null>(null)
  const { busy, failure, run } = useDoing()
  const asked = { path: name, mode, ...(mode === 'exact' && newIds && { new_ids: true }) }
  const anew = (): void => {
    setChecked(null)
    setDone(null)
    setMeant(false)
  }
  const bring = (file: File | undefined): void => {
    if (!file) return
    void run(async () => {
      anew()
      setDiff(null)
      setName(null)
      const { path } = await ask<{ readonly path: string }>('POST', `transfer/${encodeURIComponent(file.name)}`, { file })
      setName(path)
    })
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    bring(event.dataTransfer.files[0])
  }
  const warned = checked?.findings.some(({ grade }) => grade === 'warning') === true
  const ready = checked?.canProceed === true && (!warned || meant)
  const importNow = (): void =>
    void run(async () => {
      if (
        !ready ||
        !(await confirm({ title: say('importTitleSure', { name: name! }), text: say('importSure'), yes: say('importNow') }))
      )
        return
      setDone(await act<Report>('import-product-package', { ...asked, ...(meant && { acknowledge_warnings: true }) }))
      setChecked(null)
      await productsChanged()
    })
  return (
    <section className="card" aria-labelledby="import">
      <h2 id="import">{say('importTitle')}</h2>
      <div
        className={over ? 'file over' : 'file'}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <div className="file-words">
          <span>{say('dropHere')}</span>
          <label htmlFor="package">{say('chooseFile')}</label>
          <input
            id="package"
            type="file"
            disabled={busy}
            accept=".zip,application/zip"
            onChange={(event) => bring(event.target.files?.[0])}
          />
        </div>
      </div>
      {name !== null && (
        <>
          <p role="status">{say('uploaded', { name })}</p>
          <div className="field">
            <label htmlFor="mode">{say('mode')}</label>
            <select
              id="mode"
              value={mode}
              onChange={(event) => {
                setMode(event.target.value === 'exact' ? 'exact' : 'copy')
                anew()
              }}
            >
              <option value="copy">{say('copy')}</option>
              <option value="exact">{say('exact')}</option>
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
                    anew()
                  }}
                />
                {say('newIds')}
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
                  anew()
                  setChecked(await act<Checked>('check-product-package', asked))
                })
              }
            >
              {say('check')}
            </button>
            <button
              type="button"
              aria-disabled={busy}
              onClick={() => void run(async () => setDiff(await act<Diff>('diff-products', { from: name })))}
            >
              {say('compare')}
            </button>
          </div>
        </>
      )}
      <Refused failure={failure} />
      <div role="status">
        {checked && (
          <>
            <Found findings={checked.findings} />
            {checked.canProceed ? (
              <Told title={say('wouldImport')} lines={checked.products.map(productLine)} />
            ) : (
              <p className="form-failure">{say('blocked')}</p>
            )}
          </>
        )}
        {done && (
          <Told
            title={say('imported')}
            lines={done.products.map((one) => (
              <>
                {productLine(one)}{' '}
                <Link to={recordPath('product', one.id)} label={`${say('openProduct')}: ${one.title}`}>
                  {say('openProduct')}
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
                <input type="checkbox" checked={meant} onChange={(event) => setMeant(event.target.checked)} />
                {say('acknowledge')}
              </label>
            </p>
          )}
          <div className="buttons">
            <button type="button" className="danger" aria-disabled={busy || !ready} onClick={importNow}>
              {say('importNow')}
            </button>
          </div>
        </>
      )}
      {diff && name !== null && (
        <section aria-labelledby="otherwise">
          <h2 id="otherwise">{say('otherwise', { name })}</h2>
          {diff.equal && <p>{say('noDifference')}</p>}
          {diff.products.map(({ title, changes }) => (
            <Told key={title} title={title} lines={changes.map(({ sentence }) => sentence)} />
          ))}
        </section>
      )}
    </section>
  )
}
