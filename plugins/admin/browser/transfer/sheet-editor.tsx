// Edits a product as a YAML sheet: read, edit, preview with a dry run, apply.
import { type ReactNode, useEffect, useState } from 'react'
import { RecordPicker } from '../control/record-picker.js'
import { askConfirmation } from '../base/dialog.js'
import { setNavigationGuard } from '../base/routing.js'
import {
  runTransferAction,
  refreshProducts,
  ActionErrors,
  useBusyState,
  type TransferPartProps,
  ResultList,
  tTransfer,
} from './transfer-action.js'

interface SheetReply {
  readonly sheet: string
  readonly next_offset?: number
}

/** The whole sheet, read in several replies if necessary. */
async function readWholeSheet(product: number): Promise<string> {
  let text = ''
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const { sheet, next_offset }: SheetReply = await runTransferAction<SheetReply>('get-product-sheet', {
      product_id: product,
      offset,
    })
    text += sheet
    offset = next_offset
  }
  return text
}

interface PlanChange {
  readonly entity: string
  readonly key: string
  readonly fields?: readonly string[]
}

interface SheetPlan {
  readonly created: readonly PlanChange[]
  readonly changed: readonly PlanChange[]
  readonly deleted: readonly PlanChange[]
  readonly findings?: readonly { readonly message: string }[]
  readonly files_missing?: readonly { readonly place: string; readonly file: string }[]
  readonly languages_left_out?: readonly string[]
  readonly languages_lacking?: readonly string[]
  readonly affected?: { readonly configurations: readonly unknown[]; readonly carts: readonly unknown[] }
  readonly dry_run?: true
}

const lines = (kind: 'created' | 'changed' | 'deleted', changes: readonly PlanChange[]): readonly string[] =>
  changes.map(({ entity, key, fields = [] }) => tTransfer(kind, { entity, key, fields: fields.join(', ') }))

/** Describes the changes that a sheet made, or would make. */
function PlanSummary({ plan }: { readonly plan: SheetPlan }): ReactNode {
  const { created, changed, deleted, findings = [], files_missing: files = [], affected } = plan
  const all = [...lines('created', created), ...lines('changed', changed), ...lines('deleted', deleted)]
  const notes = [
    ...(plan.languages_left_out ? [tTransfer('languagesLeftOut', { tags: plan.languages_left_out.join(', ') })] : []),
    ...(plan.languages_lacking ? [tTransfer('languagesLacking', { tags: plan.languages_lacking.join(', ') })] : []),
    ...files.map((missingFile) => tTransfer('filesMissing', { ...missingFile })),
    ...(affected && affected.configurations.length > 0
      ? [tTransfer('affected', { configurations: affected.configurations.length, carts: affected.carts.length })]
      : []),
    ...findings.map(({ message }) => message),
  ]
  return (
    <>
      {all.length === 0 ? (
        <p>{tTransfer('nothingChanges')}</p>
      ) : (
        <ResultList title={tTransfer(plan.dry_run ? 'wouldChange' : 'applied')} lines={all} />
      )}
      <ResultList title={tTransfer('notices')} lines={notes} />
    </>
  )
}

export function SheetEditor({ mayWrite, given: initialText }: TransferPartProps): ReactNode {
  const [product, setProduct] = useState<number | null>(null)
  const [text, setText] = useState(initialText ?? '')
  const [savedText, setSavedText] = useState('')
  const [prune, setPrune] = useState(false)
  const [plan, setPlan] = useState<SheetPlan | null>(null)
  const { busy, failure, run } = useBusyState()
  const isOpen = text !== savedText && text.trim() !== ''
  const mayLose = (): Promise<boolean> =>
    askConfirmation({
      title: tTransfer('discardTitle'),
      text: tTransfer('discardText'),
      yes: tTransfer('read'),
      destructive: true,
    })
  useEffect(() => {
    setNavigationGuard(isOpen ? mayLose : null)
    return () => setNavigationGuard(null)
  }, [isOpen])
  const read = (): void =>
    void run(async () => {
      if (product === null || (isOpen && !(await mayLose()))) return
      const whole = await readWholeSheet(product)
      setText(whole)
      setSavedText(whole)
      setPlan(null)
    })
  const send = (dry: boolean): void =>
    void run(async () => {
      setPlan(null)
      const body = { sheet: text, ...(prune && { prune }), ...(dry && { dry_run: true }) }
      setPlan(await runTransferAction<SheetPlan>('apply-product-sheet', body))
      if (dry) return
      setSavedText(text)
      await refreshProducts()
    })
  return (
    <section className="card" aria-labelledby="sheet-title">
      <h2 id="sheet-title">{tTransfer('sheet')}</h2>
      <div className="field">
        <label htmlFor="sheet-product">{tTransfer('product')}</label>
        <RecordPicker id="sheet-product" entity="product" value={product} onChange={setProduct} />
      </div>
      <div className="buttons">
        <button type="button" aria-disabled={busy || product === null} onClick={read}>
          {tTransfer('read')}
        </button>
      </div>
      <div className="field">
        <label htmlFor="sheet-text">{tTransfer('sheetText')}</label>
        <textarea
          id="sheet-text"
          className="code"
          spellCheck={false}
          rows={16}
          dir="ltr"
          value={text}
          readOnly={!mayWrite}
          aria-describedby="sheet-help"
          onChange={(event) => {
            setText(event.target.value)
            setPlan(null)
          }}
        />
        <p className="help" id="sheet-help">
          {tTransfer('sheetHelp')}
        </p>
      </div>
      {mayWrite && (
        <>
          <p className="choices">
            <label>
              <input
                type="checkbox"
                checked={prune}
                onChange={(event) => {
                  setPrune(event.target.checked)
                  setPlan(null)
                }}
              />
              {tTransfer('prune')}
            </label>
          </p>
          <ActionErrors failure={failure} />
          <div className="buttons">
            <button type="button" className="primary" aria-disabled={busy || text.trim() === ''} onClick={() => send(true)}>
              {tTransfer('plan')}
            </button>
            {plan?.dry_run && (
              <button type="button" className="danger" aria-disabled={busy} onClick={() => send(false)}>
                {tTransfer('apply')}
              </button>
            )}
          </div>
          <div role="status">{plan && <PlanSummary plan={plan} />}</div>
        </>
      )}
      {!mayWrite && <ActionErrors failure={failure} />}
    </section>
  )
}
