// Imports a variant table pasted from a spreadsheet: preview and save.
import { type ReactNode, useState } from 'react'
import { RecordPicker } from '../control/record-picker.js'
import { currentLanguage } from '../wording/text.js'
import { runTransferAction, ActionErrors, ResultList, useBusyState, type TransferPartProps } from './transfer-action.js'
import { tTransfer } from './wording/transfer-text.js'

interface TableImportReply {
  readonly name: string
  readonly rows: number
  readonly columns: readonly string[]
  readonly findings?: readonly { readonly message: string }[]
  readonly dry_run?: true
}

export function VariantTableImport({ mayWrite }: TransferPartProps): ReactNode {
  const [product, setProduct] = useState<number | null>(null)
  const [name, setName] = useState('')
  const [mode, setMode] = useState<'allow' | 'forbid'>('allow')
  const [csv, setCsv] = useState('')
  const [importReply, setImportReply] = useState<TableImportReply | null>(null)
  const { busy, failure, run } = useBusyState()
  const isReady = product !== null && name.trim() !== '' && csv.trim() !== ''
  const send = (dry: boolean): void =>
    void run(async () => {
      if (!isReady) return
      setImportReply(null)
      const input = { product_id: product, name, mode, csv, language: currentLanguage.get(), ...(dry && { dry_run: true }) }
      setImportReply(await runTransferAction<TableImportReply>('import-table', input))
    })
  const changing =
    <T,>(set: (value: T) => void) =>
    (value: T): void => {
      set(value)
      setImportReply(null)
    }
  return (
    <section className="card" aria-labelledby="table-title">
      <h2 id="table-title">{tTransfer('table')}</h2>
      <div className="field">
        <label htmlFor="table-product">{tTransfer('product')}</label>
        <RecordPicker id="table-product" entity="product" value={product} onChange={changing(setProduct)} />
      </div>
      <div className="field">
        <label htmlFor="table-name">{tTransfer('tableName')}</label>
        <input id="table-name" value={name} autoComplete="off" onChange={(event) => changing(setName)(event.target.value)} />
      </div>
      <div className="field">
        <label htmlFor="table-mode">{tTransfer('tableMode')}</label>
        <select
          id="table-mode"
          value={mode}
          onChange={(event) => changing(setMode)(event.target.value === 'forbid' ? 'forbid' : 'allow')}
        >
          <option value="allow">{tTransfer('allow')}</option>
          <option value="forbid">{tTransfer('forbid')}</option>
        </select>
      </div>
      <div className="field">
        <label htmlFor="table-text">{tTransfer('tableText')}</label>
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
          {tTransfer('tableHelp')}
        </p>
      </div>
      <ActionErrors failure={failure} />
      {mayWrite && (
        <div className="buttons">
          <button type="button" className="primary" aria-disabled={busy || !isReady} onClick={() => send(true)}>
            {tTransfer('plan')}
          </button>
          {importReply?.dry_run && (
            <button type="button" className="danger" aria-disabled={busy} onClick={() => send(false)}>
              {tTransfer('write')}
            </button>
          )}
        </div>
      )}
      <div role="status">
        {importReply && (
          <>
            <p>
              {tTransfer(importReply.dry_run ? 'tableWould' : 'tableDone', {
                name: importReply.name,
                rows: importReply.rows,
                columns: importReply.columns.join(', '),
              })}
            </p>
            <ResultList title={tTransfer('notices')} lines={(importReply.findings ?? []).map(({ message }) => message)} />
          </>
        )}
      </div>
    </section>
  )
}
