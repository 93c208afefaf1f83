// Changes one field of many records: a dry run shows the result first, and the change can be undone.
import { type FormEvent, type ReactNode, useState } from 'react'
import type { BulkReply } from '../../transport/shape.js'
import { Control } from '../control/control.js'
import { effectSentences } from '../form/confirm-save.js'
import { Dialog } from '../ground/dialog.js'
import { sentenceOf } from '../ground/problem.js'
import { counted, t } from '../wording/text.js'
import { bulk, tellDone } from './bulk.js'
import type { BulkDialogProps } from './bulk-delete.js'
import { Refused } from './refused.js'

/** Controls whose values cannot be set for many records at once. */
const single: ReadonlySet<string> = new Set(['children', 'file', 'image', 'hidden', 'password'])

export function BulkEdit({ shape, target, count, onClose, onDone }: BulkDialogProps): ReactNode {
  const fields = shape.form.fields.filter(({ control, locked, readOnly }) => !single.has(control) && !locked && !readOnly)
  const offers = fields.flatMap((field) =>
    field.keys.map((key) => ({
      key,
      field,
      label: field.keys.length > 1 ? `${field.label} (${key.slice(field.name.length + 1)})` : field.label,
    })),
  )
  const [key, setKey] = useState(offers[0]?.key ?? '')
  const [value, setValue] = useState<unknown>(null)
  const [would, setWould] = useState<BulkReply | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const offer = offers.find((one) => one.key === key)
  const run = async (tried: boolean): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      const reply = await bulk(shape.name, { ...target, change: { [key]: value }, ...(!tried && { dry_run: true }) })
      if (!tried) return setWould(reply)
      await tellDone(shape, reply)
      onDone()
    } catch (error) {
      setFailure(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void run(would !== null)
  }
  return (
    <Dialog title={counted('editMany', count)} onClose={onClose}>
      <form onSubmit={submit}>
        <div className="field">
          <label htmlFor="bulk-field">{t('field')}</label>
          <select
            id="bulk-field"
            value={key}
            onChange={(event) => {
              setKey(event.target.value)
              setValue(null)
              setWould(null)
            }}
          >
            {offers.map((one) => (
              <option key={one.key} value={one.key}>
                {one.label}
              </option>
            ))}
          </select>
        </div>
        {offer && (
          <div className="field">
            <label htmlFor="bulk-value">{t('newValue')}</label>
            <Control
              key={key}
              id="bulk-value"
              field={offer.field}
              value={value}
              label={t('newValue')}
              onChange={(next) => {
                setValue(next)
                setWould(null)
              }}
            />
          </div>
        )}
        <div role="status">
          {would && <p>{counted('wouldChange', would.changed)}</p>}
          {would && effectSentences(would).map((sentence) => <p key={sentence}>{sentence}</p>)}
          {would && <Refused refused={would.refused} />}
          {failure !== null && <p className="form-failure">{failure}</p>}
        </div>
        <footer>
          <button type="button" onClick={onClose}>
            {t('cancel')}
          </button>
          <button type="submit" className="primary" disabled={busy || would?.changed === 0}>
            {would ? counted('changeNow', would.changed) : t('tryFirst')}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}
