// Small forms of the account screens, the names of rights, and the display of a new secret.
import { createContext, useContext, useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { ApiError, getErrorMessage } from '../base/api.js'
import { t, type TextKey } from '../wording/text.js'

interface FormInputProps {
  readonly name: string
  readonly label: string
  readonly type?: string
  readonly complete?: string
  readonly initial?: string
  readonly help?: string
  readonly numeric?: boolean
  readonly optional?: boolean
  /** True for a multi-line text. */
  readonly long?: boolean
}

const FieldErrors = createContext<ReadonlyMap<string, string>>(new Map())

export function FormInput({
  name,
  label,
  type = 'text',
  complete = 'off',
  initial,
  help,
  numeric,
  optional,
  long,
}: FormInputProps): ReactNode {
  const message = useContext(FieldErrors).get(name)
  const id = useId()
  const described = [help && `${id}-help`, message && `${id}-wrong`].filter(Boolean).join(' ')
  const stated = {
    'aria-invalid': message !== undefined || undefined,
    'aria-describedby': described === '' ? undefined : described,
  }
  return (
    <div className="field" data-wrong={message !== undefined}>
      <label htmlFor={id}>{label}</label>
      {long ? (
        <textarea id={id} name={name} defaultValue={initial} required={!optional} {...stated} />
      ) : (
        <input
          id={id}
          name={name}
          type={type}
          autoComplete={complete}
          defaultValue={initial}
          required={!optional}
          inputMode={numeric ? 'numeric' : undefined}
          {...stated}
        />
      )}
      {message !== undefined && (
        <p className="wrong" id={`${id}-wrong`}>
          {message}
        </p>
      )}
      {help !== undefined && (
        <p className="help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  )
}

interface SmallFormProps {
  readonly children: ReactNode
  readonly button: string
  readonly onSend: (body: Readonly<Record<string, string>>) => Promise<void>
  readonly onCancel?: { readonly label: string; readonly run: () => void }
}

export function SmallForm({ children, button, onSend, onCancel }: SmallFormProps): ReactNode {
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const issues = failure instanceof ApiError ? failure.issues : []
  useEffect(() => {
    if (failure !== null) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [failure])
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    event.stopPropagation()
    setBusy(true)
    setFailure(null)
    try {
      await onSend(Object.fromEntries(new FormData(form.current!).entries()) as Record<string, string>)
      form.current?.reset()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <FieldErrors value={new Map(issues.map(({ field, message }) => [field, message]))}>
      <form ref={form} onSubmit={(event) => void submit(event)} aria-label={button}>
        {children}
        <p className="form-failure" role="alert">
          {failure !== null && issues.length === 0 ? getErrorMessage(failure) : null}
        </p>
        <div className="buttons">
          <button type="submit" className="primary" aria-disabled={busy}>
            {button}
          </button>
          {onCancel && (
            <button type="button" onClick={onCancel.run}>
              {onCancel.label}
            </button>
          )}
        </div>
      </form>
    </FieldErrors>
  )
}

/** Shows a secret once: selected as a whole, with a copy button. */
export function SecretDisplay({ label, secret }: { readonly label: string; readonly secret: string }): ReactNode {
  const [copied, setCopied] = useState(false)
  return (
    <div className="once" role="status">
      <label htmlFor="once">{label}</label>
      <div className="with-button">
        <input id="once" type="text" className="mono" readOnly value={secret} onFocus={(event) => event.target.select()} />
        <button
          type="button"
          onClick={() =>
            void navigator.clipboard.writeText(secret).then(
              () => setCopied(true),
              () => setCopied(false),
            )
          }
        >
          {copied ? t('copied') : t('copy')}
        </button>
      </div>
    </div>
  )
}

const scopeLabels: Readonly<Record<string, TextKey>> = {
  'catalog:read': 'scopeCatalogRead',
  'catalog:write': 'scopeCatalogWrite',
  'store:read': 'scopeStoreRead',
  'store:write': 'scopeStoreWrite',
  'customers:read': 'scopeCustomersRead',
  'customers:write': 'scopeCustomersWrite',
  'orders:read': 'scopeOrdersRead',
  'orders:write': 'scopeOrdersWrite',
  'conversations:read': 'scopeConversationsRead',
  'conversations:write': 'scopeConversationsWrite',
  'code:write': 'scopeCodeWrite',
  'system:read': 'scopeSystemRead',
  'system:write': 'scopeSystemWrite',
}

/** The right that a scope grants, in the reader's language. */
export function formatScope(scope: string): string {
  const key = scopeLabels[scope]
  return key === undefined ? scope : t(key)
}
