// Sign-in pages: email, password and one-time code, the link of the first account, and invitations.
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Session } from '../../transport/shape.js'
import { ask } from '../ground/api.js'
import { Problem, sentenceOf } from '../ground/problem.js'
import { applySession, client, sessionQuery } from '../ground/queries.js'
import { homePath } from '../ground/address.js'
import { go } from '../ground/routing.js'
import { openGate } from '../ground/sign-in-gate.js'
import { Dialog } from '../ground/dialog.js'
import { t } from '../wording/text.js'

export type DoorKind = 'sign-in' | 'first-account' | 'invitation'

interface DoorProps {
  readonly kind: DoorKind
  /** The ended session, if the person continues on their screen. */
  readonly again?: Session
}

interface InputProps {
  readonly name: string
  readonly label: string
  readonly type?: string
  readonly complete: string
  readonly numeric?: boolean
  readonly initial?: string
  readonly help?: string
}

function Input({ name, label, type = 'text', complete, numeric, initial, help }: InputProps): ReactNode {
  return (
    <div className="field">
      <label htmlFor={`door-${name}`}>{label}</label>
      <input
        id={`door-${name}`}
        name={name}
        type={type}
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
function secretOfLink(): string {
  const { hash, search } = location
  return new URLSearchParams(search).get('secret') ?? hash.slice(1)
}

const addresses = { 'sign-in': 'session', 'first-account': 'first-account', invitation: 'invitation' } as const
const titles = { 'sign-in': 'signIn', 'first-account': 'firstAccount', invitation: 'invitation' } as const

async function enter(session: Session, { kind, again }: DoorProps): Promise<void> {
  applySession(session)
  // Another account must not see the previous account's data.
  if (again && again.account.email !== session.account.email) return location.reload()
  client.setQueryData(sessionQuery.queryKey, session)
  openGate()
  if (kind !== 'sign-in') await go(homePath, { replace: true, guarded: false })
}

function DoorForm({ kind, again }: DoorProps): ReactNode {
  const [failure, setFailure] = useState<string | null>(null)
  const [wantsCode, setWantsCode] = useState(again?.account.totp ?? false)
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
    const body = kind === 'sign-in' ? fields : { secret: secretOfLink(), ...fields }
    try {
      await enter(await ask<Session>('POST', addresses[kind], { body, open: true }), { kind, again })
    } catch (error) {
      const needsCode = error instanceof Problem && error.code === 'TOTP_REQUIRED'
      setFailure(sentenceOf(error))
      if (needsCode) setWantsCode(true)
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
      {isNew && <Input name="name" label={t('yourName')} complete="name" />}
      {kind !== 'invitation' && (
        <Input name="email" label={t('email')} type="email" complete="username" initial={again?.account.email ?? undefined} />
      )}
      <Input
        name="password"
        label={isNew ? t('newPassword') : t('password')}
        type="password"
        complete={isNew ? 'new-password' : 'current-password'}
        help={isNew ? t('passwordHelp') : undefined}
      />
      {wantsCode && <Input name="code" label={t('oneTimeCode')} complete="one-time-code" numeric help={t('oneTimeCodeHelp')} />}
      <p className="form-failure" role="alert">
        {failure}
      </p>
      <button type="submit" className="primary large" aria-disabled={busy}>
        {isNew ? t('createAccount') : t('signIn')}
      </button>
    </form>
  )
}

/** The page for visitors who are not signed in, or a dialog above the screen whose session has ended. */
export function Door({ kind, again }: DoorProps): ReactNode {
  if (again) {
    return (
      <Dialog title={t('signInAgain')} onClose={() => undefined}>
        <p>{t('signInAgainLead')}</p>
        <DoorForm kind={kind} again={again} />
      </Dialog>
    )
  }
  return (
    <main className="door">
      <div className="card">
        <p className="brand">{t('brand')}</p>
        <h1>{t(titles[kind])}</h1>
        <DoorForm kind={kind} />
      </div>
    </main>
  )
}
