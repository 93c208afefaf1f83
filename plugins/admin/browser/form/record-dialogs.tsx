// The dialogs of a record: run an action, delete it, create a referenced record, merge a conflict, show the REST calls.
import { type FormEvent, type ReactNode, useState, useMemo } from 'react'
import type { EntityAction, DeleteReply, DryRun, EntityShape, FormField } from '../../api/shape.js'
import type { AdminSessionReply } from '../../api/account-shape.js'
import { FieldControl, getControlName, isInlineControl } from '../control/field-control.js'
import { requestBody, ApiError, getErrorMessage } from '../base/api.js'
import { Dialog, DialogFooter } from '../base/dialog.js'
import { queryClient, entityShapeQuery } from '../base/queries.js'
import { t, formatNumber, formatStoredText } from '../wording/text.js'
import { type FormValues, getKeyLanguage, createFormAccess } from './form-values.js'
import { useQuery } from '@tanstack/react-query'
import { type FieldDifference, mergeChanges, useRecordForm } from './use-record-form.js'
import { FormContext } from '../control/control-props.js'
import { RecordFields } from './record-fields.js'
import { BlockerList } from '../list/bulk-change.js'

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

interface ApiCallDialogProps {
  /** Base address of the REST API: `https://shop.example/svc-api/v1`. */
  readonly rest: string
  readonly entity: string
  readonly id: number | null
  readonly body: FormValues
  readonly onClose: () => void
}

/** Quotes a text for the shell. */
const quoteForShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

function formatCurlCommand(method: string, url: string, body?: FormValues): string {
  const lines = [`curl -X ${method} ${quoteForShell(url)}`, `-H "Authorization: Bearer $SVC_TOKEN"`]
  if (body) lines.push(`-H 'Content-Type: application/json'`, `-d ${quoteForShell(JSON.stringify(body, null, 2))}`)
  return lines.join(' \\\n  ')
}

function CurlCommand({ title, text }: { readonly title: string; readonly text: string }): ReactNode {
  const [copied, setCopied] = useState(false)
  return (
    <section className="api-call">
      <header>
        <h3>{title}</h3>
        <button
          type="button"
          onClick={() =>
            void navigator.clipboard.writeText(text).then(
              () => setCopied(true),
              () => setCopied(false),
            )
          }
        >
          {copied ? t('copied') : t('copy')}
        </button>
      </header>
      <pre tabIndex={0}>{text}</pre>
    </section>
  )
}

/** Shows the same work as REST calls: curl commands that read the record and apply the form's changes. */
export function ApiCallDialog({ rest, entity, id, body, onClose }: ApiCallDialogProps): ReactNode {
  const collection = `${rest}/${entity}`
  const hasBody = Object.keys(body).length > 0
  return (
    <Dialog title={t('apiCall')} onClose={onClose} wide>
      <p>{t('apiCallLead')}</p>
      {id === null ? (
        <CurlCommand title={t('apiCreate')} text={formatCurlCommand('POST', collection, body)} />
      ) : (
        <>
          <CurlCommand title={t('apiRead')} text={formatCurlCommand('GET', `${collection}/${id}`)} />
          {hasBody && <CurlCommand title={t('apiChange')} text={formatCurlCommand('PATCH', `${collection}/${id}`, body)} />}
        </>
      )}
    </Dialog>
  )
}

/** Maximum number of listed records that prevent the delete. */
interface DeleteRecordDialogProps {
  readonly entity: string
  readonly id: number
  readonly title: string
  readonly etag: string | null
  readonly onClose: () => void
  /** @param undo the undo token, if any */
  readonly onDeleted: (undo: string | null) => void
}

/** The quotes and orders in a currency that is deleted. They keep it. */
function CurrencyUse({ quotes, orders }: NonNullable<DryRun['currencyUse']>): ReactNode {
  return (
    <>
      <p>{t('deleteCurrency')}</p>
      {quotes + orders > 0 && <p>{t('deleteCurrencyUse', { quotes, orders })}</p>}
    </>
  )
}

/** Deletes a record after a confirmation that lists the records deleted with it. */
export function DeleteRecordDialog({ entity, id, title, etag, onClose, onDeleted }: DeleteRecordDialogProps): ReactNode {
  const address = `records/${entity}/${id}?contents=1`
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const { data: would, error } = useQuery({
    queryKey: ['dry-delete', entity, id],
    gcTime: 0,
    retry: false,
    queryFn: () => requestBody<DryRun>('DELETE', `${address}&dry_run=1`),
  })
  const run = async (): Promise<void> => {
    setBusy(true)
    try {
      const { undo } = await requestBody<DeleteReply>('DELETE', address, { ifMatch: etag })
      onDeleted(undo)
    } catch (problem) {
      setFailure(problem)
      setBusy(false)
    }
  }
  const contents = would?.contents ?? []
  const blockers = would?.blockers ?? []
  const wrong = failure ?? error
  return (
    <Dialog title={t('deleteTitle', { title })} onClose={onClose}>
      <div role="status">
        {!would && !wrong && <p>{t('trying')}</p>}
        {would && blockers.length === 0 && (
          <>
            <p>{t(contents.length > 0 ? 'deleteAffects' : 'deleteAlone')}</p>
            {contents.length > 0 && (
              <ul className="delete-contents">
                {contents.map(({ entity: name, label, count }) => (
                  <li key={name}>
                    {formatNumber(count)} × {label}
                  </li>
                ))}
              </ul>
            )}
            {would.currencyUse && <CurrencyUse {...would.currencyUse} />}
            {contents.length > 0 && <p>{t(would.undoable === false ? 'deleteFinal' : 'deleteUndoable')}</p>}
          </>
        )}
        {blockers.length > 0 && (
          <>
            <p>{would?.currencyUse ? t('deleteCurrencyCarts', { count: would.currencyUse.carts }) : t('deleteBlocked')}</p>
            <BlockerList blockers={blockers} />
          </>
        )}
        {wrong ? <p className="form-failure">{getErrorMessage(wrong)}</p> : null}
      </div>
      <DialogFooter
        onCancel={onClose}
        action={t(contents.length > 0 ? 'deleteWithContents' : 'deleteNow')}
        run={() => void run()}
        destructive
        disabled={busy || !would || blockers.length > 0}
      />
    </Dialog>
  )
}

interface MergeDialogProps {
  readonly shape: EntityShape
  readonly session: AdminSessionReply
  readonly found: readonly FieldDifference[]
  readonly onMerge: (kept: FormValues) => void
  readonly onClose: () => void
}

/** Controls whose values are shown as text. All others show both versions in their own control. */
const textControls: ReadonlySet<string> = new Set(['text', 'textarea', 'number', 'boolean', 'ordering', 'datetime'])

interface MergeValueProps {
  readonly id: string
  readonly field: FormField | undefined
  readonly label: string
  readonly value: unknown
}

/** One version of a field, read-only. */
function MergeValue({ id, field, label, value }: MergeValueProps): ReactNode {
  if (value === null || value === undefined || value === '') return t('emptyValue')
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (field?.control === 'number' && typeof value === 'number') return formatNumber(value)
  if (field === undefined || textControls.has(field.control)) return formatStoredText(String(value))
  return <FieldControl id={id} field={field} value={value} label={label} disabled onChange={() => undefined} />
}

/** Merge dialog after a conflicting save: both versions side by side, with a choice for each difference. */
export function MergeDialog({ shape, session, found: differences, onMerge, onClose }: MergeDialogProps): ReactNode {
  const conflicts = differences.filter(({ conflict }) => conflict)
  const [mine, setMine] = useState<ReadonlySet<string>>(new Set(conflicts.map(({ key }) => key)))
  const fieldOf = (key: string): FormField | undefined => shape.form.fields.find(({ keys }) => keys.includes(key))
  const labelOf = (key: string): string => {
    const field = fieldOf(key)
    const language = field && getKeyLanguage(field, key)
    if (!language) return field?.label ?? key
    return `${field.label} – ${session.languages.find(({ tag }) => tag === language)?.label ?? language}`
  }
  const draw = (key: string, value: unknown, side: 'mine' | 'theirs'): ReactNode => (
    <span className="version">
      <MergeValue id={`merge-${key}-${side}`} field={fieldOf(key)} label={`${labelOf(key)} – ${t(side)}`} value={value} />
    </span>
  )
  const choose = (key: string, own: boolean): void => {
    const next = new Set(mine)
    if (own) next.add(key)
    else next.delete(key)
    setMine(next)
  }
  return (
    <Dialog title={t('mergeTitle')} onClose={onClose} wide>
      <p>{conflicts.length > 0 ? t('mergeLead') : t('mergeEasy')}</p>
      <div className="merge">
        {differences.map(({ key, mine: own, theirs, conflict, base }) => (
          <fieldset key={key}>
            <legend>{labelOf(key)}</legend>
            {conflict ? (
              <>
                <label>
                  <input type="radio" name={`merge-${key}`} checked={mine.has(key)} onChange={() => choose(key, true)} />
                  <span className="side-name">{t('mine')}</span> {draw(key, own, 'mine')}
                </label>
                <label>
                  <input type="radio" name={`merge-${key}`} checked={!mine.has(key)} onChange={() => choose(key, false)} />
                  <span className="side-name">{t('theirs')}</span> {draw(key, theirs, 'theirs')}
                </label>
              </>
            ) : (
              <div>
                <span className="side-name">{base === own ? t('theirs') : t('mine')}</span>{' '}
                {base === own ? draw(key, theirs, 'theirs') : draw(key, own, 'mine')}
              </div>
            )}
          </fieldset>
        ))}
      </div>
      <DialogFooter onCancel={onClose} action={t('mergeNow')} run={() => onMerge(mergeChanges(differences, mine))} />
    </Dialog>
  )
}

interface NewRecordDialogProps {
  readonly entity: string
  readonly session: AdminSessionReply
  /** The id of the new record, or null if cancelled. */
  readonly onEnd: (id: number | null) => void
}

function NewRecordForm({
  shape,
  session,
  onEnd,
}: Omit<NewRecordDialogProps, 'entity'> & { readonly shape: EntityShape }): ReactNode {
  const state = useRecordForm(shape, null)
  // This form offers no further dialogs: three nested forms would be confusing.
  const offer = useMemo(
    () => ({ record: null, fields: createFormAccess(shape, state.form), creates: false, create: () => Promise.resolve(null) }),
    [shape, state.form],
  )
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    event.stopPropagation()
    const saved = await state.save()
    if (saved) onEnd(saved.reply.id)
  }
  return (
    <FormContext value={offer}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <RecordFields shape={shape} session={session} state={state} prefix="new" />
        <DialogFooter onCancel={() => onEnd(null)} action={t('create')} busy={state.saving} />
      </form>
    </FormContext>
  )
}

/** Dialog that creates a record which the form below it can then reference. */
export function NewRecordDialog({ entity, ...rest }: NewRecordDialogProps): ReactNode {
  const { data: shape } = useQuery(entityShapeQuery(entity))
  if (!shape) return null
  return (
    <Dialog title={t('newOf', { label: shape.label })} onClose={() => rest.onEnd(null)} wide>
      <NewRecordForm shape={shape} {...rest} />
    </Dialog>
  )
}
