// Sign-in pages: email, password and one-time code, the link of the first account, and invitations.
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { AdminSessionReply } from '../../api/account-shape.js'
import { requestBody, ApiError, getErrorMessage, resumePendingCalls } from '../base/api.js'
import { applySession, queryClient, sessionQuery } from '../base/queries.js'
import { homePath } from '../base/screen-location.js'
import { navigate } from '../base/routing.js'
import { adminLanguageNames } from '../../wording/display-name.js'
import { Dialog } from '../base/dialog.js'
import { useStore } from '../base/store.js'
import { currentLanguage, languages, storeLanguageChoice, switchLanguage, t } from '../wording/text.js'

export type SignInPageKind = 'sign-in' | 'first-account' | 'invitation'

interface SignInPageProps {
  readonly kind: SignInPageKind
  /** The ended session, if the person continues on their screen. */
  readonly again?: AdminSessionReply
}

interface SignInInputProps {
  readonly name: string
  readonly label: string
  readonly type?: string
  readonly complete: string
  readonly numeric?: boolean
  readonly initial?: string
  readonly help?: string
}

function SignInInput({ name, label, type = 'text', complete, numeric, initial, help }: SignInInputProps): ReactNode {
  return (
    <div className="field">
      <label htmlFor={`door-${name}`}>{label}</label>
      <input
        id={`door-${name}`}
        name={name}
        type={type}
        dir={name === 'name' ? 'auto' : 'ltr'}
        autoComplete={complete}
        required
        defaultValue={initial}
        inputMode={numeric ? 'numeric' : undefined}
        aria-describedby={help ? `door-${name}-help` : undefined}
      />
      {help && (
        <p className="help" id={`door-${name}-help`}>
          {help}
        </p>
      )}
    </div>
  )
}

/** The secret of a link: in the query, or after `#`, which no server log contains. */
function readLinkSecret(): string {
  const { hash, search } = location
  return new URLSearchParams(search).get('secret') ?? hash.slice(1)
}

const signInAddresses = { 'sign-in': 'session', 'first-account': 'first-account', invitation: 'invitation' } as const
const titleKeys = { 'sign-in': 'signIn', 'first-account': 'firstAccount', invitation: 'invitation' } as const

async function completeSignIn(session: AdminSessionReply, { kind, again }: SignInPageProps): Promise<void> {
  applySession(session)
  // Another account must not see the previous account's data.
  if (again && again.account.email !== session.account.email) return location.reload()
  queryClient.setQueryData(sessionQuery.queryKey, session)
  resumePendingCalls()
  if (kind !== 'sign-in') await navigate(homePath, { replace: true, guarded: false })
}

function SignInForm({ kind, again }: SignInPageProps): ReactNode {
  const [failure, setFailure] = useState<string | null>(null)
  const [requiresCode, setRequiresCode] = useState(again?.account.totp ?? false)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const [wrong, setWrong] = useState<{ readonly field: string } | null>(null)
  // Runs after the field for the code exists.
  useEffect(() => {
    if (wrong) form.current?.querySelector<HTMLElement>(`[name=${wrong.field}]`)?.focus()
  }, [wrong])
  // Focuses the only form of the page. A dialog manages its own focus.
  useEffect(() => {
    if (!again) form.current?.querySelector('input')?.focus()
  }, [again])
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    event.stopPropagation()
    setBusy(true)
    setFailure(null)
    const fields: Record<string, FormDataEntryValue> = Object.fromEntries(new FormData(form.current!).entries())
    const body = kind === 'sign-in' ? fields : { secret: readLinkSecret(), ...fields }
    try {
      await completeSignIn(await requestBody<AdminSessionReply>('POST', signInAddresses[kind], { body, open: true }), {
        kind,
        again,
      })
    } catch (error) {
      const needsCode = error instanceof ApiError && error.code === 'TOTP_REQUIRED'
      setFailure(getErrorMessage(error))
      if (needsCode) setRequiresCode(true)
      // A code is asked for only after the right password, so the mistake is probably in the code.
      setWrong({ field: needsCode || 'code' in fields ? 'code' : 'password' })
    } finally {
      setBusy(false)
    }
  }
  const isNew = kind !== 'sign-in'
  return (
    <form ref={form} className="door-form" onSubmit={(event) => void submit(event)}>
      {kind === 'first-account' && <p className="lead">{t('firstAccountLead')}</p>}
      {kind === 'invitation' && <p className="lead">{t('invitationLead')}</p>}
      {isNew && <SignInInput name="name" label={t('yourName')} complete="name" />}
      {kind !== 'invitation' && (
        <SignInInput
          name="email"
          label={t('email')}
          type="email"
          complete="username"
          initial={again?.account.email ?? undefined}
        />
      )}
      <SignInInput
        name="password"
        label={isNew ? t('newPassword') : t('password')}
        type="password"
        complete={isNew ? 'new-password' : 'current-password'}
        help={isNew ? t('passwordHelp') : undefined}
      />
      {requiresCode && (
        <SignInInput name="code" label={t('oneTimeCode')} complete="one-time-code" numeric help={t('oneTimeCodeHelp')} />
      )}
      <p className="form-failure" role="alert">
        {failure}
      </p>
      <button type="submit" className="primary large" aria-disabled={busy}>
        {isNew ? t('createAccount') : t('signIn')}
      </button>
    </form>
  )
}

/** Changes the language of the page. An account has its own language after the sign-in. */
function LanguageChoice(): ReactNode {
  const chosen = useStore(currentLanguage)
  return (
    <div className="door-languages" role="group" aria-label={t('language')}>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          className="quiet"
          lang={language}
          aria-pressed={language === chosen}
          onClick={() => {
            storeLanguageChoice(language)
            void switchLanguage(language)
          }}
        >
          {adminLanguageNames[language]}
        </button>
      ))}
    </div>
  )
}

/** The page for visitors who are not signed in, or a dialog above the screen whose session has ended. */
export function SignInPage({ kind, again }: SignInPageProps): ReactNode {
  if (again) {
    return (
      <Dialog title={t('signInAgain')} onClose={() => undefined}>
        <p>{t('signInAgainLead')}</p>
        <SignInForm kind={kind} again={again} />
      </Dialog>
    )
  }
  return (
    <main className="door">
      <div className="card">
        <p className="brand">{t('brand')}</p>
        <h1>{t(titleKeys[kind])}</h1>
        <SignInForm kind={kind} />
      </div>
      <LanguageChoice />
    </main>
  )
}
