// Imports a variant table pasted from a spreadsheet: preview and save.
import { type ReactNode, useState } from 'react'
import { RecordPicker } from '../control/record-picker.js'
import { spoken } from '../wording/text.js'
import { act, Refused, Told, useDoing } from './act.js'
import type { PartProps } from './part-props.js'
import { say } from './wording/say.js'

interface Written {
  readonly name: string
  readonly rows: number
  readonly columns: readonly string[]
  readonly findings?: readonly { readonly message: string }[]
  readonly dry_run?: true
}

export function Table({ mayWrite }: PartProps): ReactNode {
  const [product, setProduct] = useState<number | null>(null)
  const [name, setName] = useState('')
  const [mode, setMode] = useState<'allow' | 'forbid'>('allow')
  const [csv, setCsv] = useState('')
  const [written, setWritten] = useState<Written | null>(null)
  const { busy, failure, run } = useDoing()
  const isReady = product !== null && name.trim() !== '' && csv.trim() !== ''
  const send = (dry: boolean): void =>
    void run(async () => {
      if (!isReady) return
      setWritten(null)
      const input = { product_id: product, name, mode, csv, language: spoken.get(), ...(dry && { dry_run: true }) }
      setWritten(await act<Written>('import-table', input))
    })
  const changing =
    <T,>(set: (value: T) => void) =>
    (value: T): void => {
      set(value)
      setWritten(null)
    }
  return (
    <section className="card" aria-labelledby="table-title">
      <h2 id="table-title">{say('table')}</h2>
      <div className="field">
        <label htmlFor="table-product">{say('product')}</label>
        <RecordPicker id="table-product" entity="product" value={product} onChange={changing(setProduct)} />
      </div>
      <div className="field">
        <label htmlFor="table-name">{say('tableName')}</label>
        <input id="table-name" value={name} autoComplete="off" onChange={(event) => changing(setName)(event.target.value)} />
      </div>
      <div className="field">
        <label htmlFor="table-mode">{say('tableMode')}</label>
        <select
          id="table-mode"
          value={mode}
          onChange={(event) => changing(setMode)(event.target.value === 'forbid' ? 'forbid' : 'allow')}
        >
          <option value="allow">{say('allow')}</option>
          <option value="forbid">{say('forbid')}</option>
        </select>
      </div>
      <div className="field">
        <label htmlFor="table-text">{say('tableText')}</label>
        <textarea
          id="table-text"
          className="code"
          spellCheck={false}
          rows={10}
          value={csv}
          aria-describedby="table-help"
          onChange={(event) => changing(setCsv)(event.target.value)}
        />
        <p className="help" id="table-help">
          {say('tableHelp')}
        </p>
      </div>
      <Refused failure={failure} />
      {mayWrite && (
        <div className="buttons">
          <button type="button" className="primary" aria-disabled={busy || !isReady} onClick={() => send(true)}>
            {say('plan')}
          </button>
          {written?.dry_run && (
            <button type="button" className="danger" aria-disabled={busy} onClick={() => send(false)}>
              {say('write')}
            </button>
          )}
        </div>
      )}
      <div role="status">
        {written && (
          <>
            <p>
              {say(written.dry_run ? 'tableWould' : 'tableDone', {
                name: written.name,
                rows: written.rows,
                columns: written.columns.join(', '),
              })}
            </p>
            <Told title={say('notices')} lines={(written.findings ?? []).map(({ message }) => message)} />
          </>
        )}
      </div>
    </section>
  )
}
