// Edits a product as a YAML sheet: read, edit, preview with a dry run, apply.
import { type ReactNode, useEffect, useState } from 'react'
import { RecordPicker } from '../control/record-picker.js'
import { confirm } from '../ground/dialog.js'
import { keepGuard } from '../ground/routing.js'
import { act, productsChanged, Refused, useDoing } from './act.js'
import { type Plan, PlanTold } from './plan.js'
import type { PartProps } from './part-props.js'
import { say } from './wording/say.js'

interface Read {
  readonly sheet: string
  readonly next_offset?: number
}

/** The whole sheet, read in several replies if necessary. */
async function wholeSheet(product: number): Promise<string> {
  let text = ''
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const { sheet, next_offset }: Read = await act<Read>('get-product-sheet', { product_id: product, offset })
    text += sheet
    offset = next_offset
  }
  return text
}

export function Sheet({ mayWrite, given }: PartProps): ReactNode {
  const [product, setProduct] = useState<number | null>(null)
  const [text, setText] = useState(given ?? '')
  const [kept, setKept] = useState('')
  const [prune, setPrune] = useState(false)
  const [plan, setPlan] = useState<Plan | null>(null)
  const { busy, failure, run } = useDoing()
  const isOpen = text !== kept && text.trim() !== ''
  const mayLose = (): Promise<boolean> =>
    confirm({ title: say('discardTitle'), text: say('discardText'), yes: say('read'), destructive: true })
  useEffect(() => {
    keepGuard(isOpen ? mayLose : null)
    return () => keepGuard(null)
  }, [isOpen])
  const read = (): void =>
    void run(async () => {
      if (product === null || (isOpen && !(await mayLose()))) return
      const whole = await wholeSheet(product)
      setText(whole)
      setKept(whole)
      setPlan(null)
    })
  const send = (dry: boolean): void =>
    void run(async () => {
      setPlan(null)
      const body = { sheet: text, ...(prune && { prune }), ...(dry && { dry_run: true }) }
      setPlan(await act<Plan>('apply-product-sheet', body))
      if (dry) return
      setKept(text)
      await productsChanged()
    })
  return (
    <section className="card" aria-labelledby="sheet-title">
      <h2 id="sheet-title">{say('sheet')}</h2>
      <div className="field">
        <label htmlFor="sheet-product">{say('product')}</label>
        <RecordPicker id="sheet-product" entity="product" value={product} onChange={setProduct} />
      </div>
      <div className="buttons">
        <button type="button" aria-disabled={busy || product === null} onClick={read}>
          {say('read')}
        </button>
      </div>
      <div className="field">
        <label htmlFor="sheet-text">{say('sheetText')}</label>
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
          {say('sheetHelp')}
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
              {say('prune')}
            </label>
          </p>
          <Refused failure={failure} />
          <div className="buttons">
            <button type="button" className="primary" aria-disabled={busy || text.trim() === ''} onClick={() => send(true)}>
              {say('plan')}
            </button>
            {plan?.dry_run && (
              <button type="button" className="danger" aria-disabled={busy} onClick={() => send(false)}>
                {say('apply')}
              </button>
            )}
          </div>
          <div role="status">{plan && <PlanTold plan={plan} />}</div>
        </>
      )}
      {!mayWrite && <Refused failure={failure} />}
    </section>
  )
}
