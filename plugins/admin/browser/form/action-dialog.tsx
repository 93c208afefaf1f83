// Dialog that runs an action on the open record: asks for the arguments, then shows the result.
import { type FormEvent, type ReactNode, useState } from 'react'
import type { EntityAction } from '../../api/shape.js'
import { FieldControl, getControlName, isInlineControl } from '../control/field-control.js'
import { requestBody, ApiError, getErrorMessage } from '../base/api.js'
import { Dialog } from '../base/dialog.js'
import { queryClient } from '../base/queries.js'
import { t } from '../wording/text.js'

interface ActionDialogProps {
  readonly action: EntityAction
  readonly id: number
  readonly onClose: () => void
  /** Initial values of the fields, instead of their defaults. */
  readonly start?: Readonly<Record<string, unknown>>
  /** A notice to read before running the action. */
  readonly note?: string | undefined
  /** Called after success. Without it the dialog shows the result. */
  readonly onDone?: (answer: unknown) => void
}

export function ActionDialog({ action, id, onClose, start = {}, note, onDone: onComplete }: ActionDialogProps): ReactNode {
  const fields = action.input.filter(
    (field) => field.name !== action.record && (action.developer || getControlName(field) !== 'json'),
  )
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>(() =>
    Object.fromEntries(fields.map(({ name, default: usual }) => [name, start[name] ?? usual ?? null])),
  )
  const [failure, setFailure] = useState<unknown>(null)
  const [result, setResult] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const wrong = (name: string): string | undefined =>
    failure instanceof ApiError ? failure.issues.find(({ field }) => field === name)?.message : undefined
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    event.stopPropagation()
    setBusy(true)
    setFailure(null)
    const entries = Object.entries(values).filter(([, value]) => value !== null && value !== '')
    const body = { ...Object.fromEntries(entries), ...(action.record !== null && { [action.record]: id }) }
    try {
      const answer = await requestBody<unknown>('POST', `actions/${action.name}`, { body })
      if (!onComplete) setResult(JSON.stringify(answer, null, 2))
      await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'list' || queryKey[0] === 'choices' })
      onComplete?.(answer)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog title={action.label} onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <p>{action.help}</p>
        {note !== undefined && result === null && <p className="card note">{note}</p>}
        {result === null &&
          fields.map((field) => (
            <div key={field.name} className={isInlineControl(field.control) ? 'field inline' : 'field'}>
              <label htmlFor={`action-${field.name}`}>{field.label}</label>
              <FieldControl
                id={`action-${field.name}`}
                field={field}
                label={field.label}
                value={values[field.name]}
                required={field.required}
                invalid={wrong(field.name) !== undefined}
                onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
              />
              {wrong(field.name) !== undefined && <p className="wrong">{wrong(field.name)}</p>}
              {field.help !== undefined && <p className="help">{field.help}</p>}
            </div>
          ))}
        <div role="status">
          {failure !== null && <p className="form-failure">{getErrorMessage(failure)}</p>}
          {result !== null && (
            <>
              <p>{t(action.developer ? 'actionDone' : 'actionCompleted')}</p>
              {action.developer && <pre tabIndex={0}>{result}</pre>}
            </>
          )}
        </div>
        <footer>
          <button type="button" onClick={onClose}>
            {result === null ? t('cancel') : t('close')}
          </button>
          {result === null && (
            <button type="submit" className={action.destructive ? 'danger' : 'primary'} aria-disabled={busy}>
              {action.label}
            </button>
          )}
        </footer>
      </form>
    </Dialog>
  )
}
