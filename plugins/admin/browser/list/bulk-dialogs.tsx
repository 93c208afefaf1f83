// Deletes many records or changes one field of them: a dry run shows the result first, and the change can be undone.
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { BulkReply, EntityShape } from '../../api/shape.js'
import { FieldControl, getControlName } from '../control/field-control.js'
import { getKeyLanguage } from '../form/form-values.js'
import { sessionQuery } from '../base/queries.js'
import { Dialog, DialogFooter } from '../base/dialog.js'
import { getErrorMessage } from '../base/api.js'
import { t, formatNumber } from '../wording/text.js'
import { sendBulkChange, showBulkResult, RefusedRecords, type BulkTarget } from './bulk-change.js'
import { showErrorToast } from '../base/toasts.js'

/** Deletes many records after a confirmation with the number of deleted and refused records. */
interface BulkDialogProps {
  readonly shape: EntityShape
  readonly target: BulkTarget
  readonly count: number
  readonly onClose: () => void
  readonly onDone: () => void
}

export function BulkDeleteDialog({ shape, target, count, onClose, onDone: onComplete }: BulkDialogProps): ReactNode {
  const [busy, setBusy] = useState(false)
  const { data: would, error } = useQuery({
    queryKey: ['bulk-delete', shape.name, target],
    gcTime: 0,
    queryFn: () => sendBulkChange(shape.name, { ...target, delete: true, contents: true, dry_run: true }),
  })
  const run = async (): Promise<void> => {
    setBusy(true)
    try {
      await showBulkResult(shape, await sendBulkChange(shape.name, { ...target, delete: true, contents: true }))
      onComplete()
    } catch (failure) {
      setBusy(false)
      showErrorToast(failure)
    }
  }
  return (
    <Dialog title={t('deleteMany', { count })} onClose={onClose}>
      <div role="status">
        {error ? <p className="form-failure">{getErrorMessage(error)}</p> : null}
        {!would && !error && <p>{t('trying')}</p>}
        {would && <p>{t('wouldDelete', { count: would.deleted })}</p>}
        {would?.contents && would.contents.length > 0 && (
          <>
            <p>{t('deleteAffects')}</p>
            <ul className="delete-contents">
              {would.contents.map(({ entity, label, count: inside }) => (
                <li key={entity}>
                  {formatNumber(inside)} × {label}
                </li>
              ))}
            </ul>
          </>
        )}
        {would && <RefusedRecords refused={would.refused} />}
      </div>
      <DialogFooter
        onCancel={onClose}
        action={t('deleteNow')}
        run={() => void run()}
        destructive
        disabled={busy || !would || would.deleted === 0}
      />
    </Dialog>
  )
}

/** Controls whose values cannot be set for many records at once. */
const nonBulkControls: ReadonlySet<string> = new Set(['children', 'file', 'image', 'focus', 'hidden', 'password'])
/** Controls that would show JSON, because their editor needs one record. */
const recordControls: ReadonlySet<string> = new Set(['rule', 'json', 'cells', 'terms', 'variants', 'facets'])

export function BulkEditDialog({ shape, target, count, onClose, onDone: onComplete }: BulkDialogProps): ReactNode {
  const fields = shape.form.fields.filter(
    (field) =>
      !nonBulkControls.has(field.control) && !recordControls.has(getControlName(field)) && !field.locked && !field.readOnly,
  )
  const { data: session } = useQuery(sessionQuery)
  const toKeyLabel = (field: (typeof fields)[number], key: string): string => {
    const language = getKeyLanguage(field, key)
    if (language === null) return field.label
    return `${field.label} – ${session?.languages.find(({ tag }) => tag === language)?.label ?? language}`
  }
  const offers = fields.flatMap((field) =>
    field.keys.map((key) => ({
      key,
      field,
      label: toKeyLabel(field, key),
    })),
  )
  const [key, setKey] = useState(offers[0]?.key ?? '')
  const [value, setValue] = useState<unknown>(null)
  const [would, setWould] = useState<BulkReply | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const offer = offers.find((formField) => formField.key === key)
  const run = async (tried: boolean): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      const reply = await sendBulkChange(shape.name, { ...target, change: { [key]: value }, ...(!tried && { dry_run: true }) })
      if (!tried) return setWould(reply)
      await showBulkResult(shape, reply)
      onComplete()
    } catch (error) {
      setFailure(getErrorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void run(would !== null)
  }
  return (
    <Dialog title={t('editMany', { count })} onClose={onClose}>
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
            {offers.map((formField) => (
              <option key={formField.key} value={formField.key}>
                {formField.label}
              </option>
            ))}
          </select>
        </div>
        {offer && (
          <div className="field">
            <label htmlFor="bulk-value">{t('newValue')}</label>
            <FieldControl
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
          {would && <p>{t('wouldChange', { count: would.changed })}</p>}
          {would && <RefusedRecords refused={would.refused} />}
          {failure !== null && <p className="form-failure">{failure}</p>}
        </div>
        <DialogFooter
          onCancel={onClose}
          action={would ? t('changeNow', { count: would.changed }) : t('tryFirst')}
          disabled={busy || would?.changed === 0}
        />
      </form>
    </Dialog>
  )
}
