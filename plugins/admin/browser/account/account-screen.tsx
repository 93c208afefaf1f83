// The own account: name, password, two-factor sign-in, and open sessions.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { AdminSessionReply, SessionRow, TotpSetup } from '../../api/account-shape.js'
import { requestBody } from '../base/api.js'
import { applySession, queryClient, sessionQuery } from '../base/queries.js'
import { useWindowTitle } from '../base/routing.js'
import { showToast, showErrorToast } from '../base/toasts.js'
import type { ScreenProps } from '../base/screen-location.js'
import { adoptFormStyle } from '../style/form.js'
import { formatTime, t } from '../wording/text.js'
import { formatScope } from './access-screens.js'
import { FormInput, SmallForm } from './small-form.js'
import { formatBrowserName } from './browser-name.js'

adoptFormStyle()

function storeSession(session: AdminSessionReply): void {
  applySession(session)
  queryClient.setQueryData(sessionQuery.queryKey, session)
}

/** Two-factor sign-in: switch on with a code of the authenticator app, switch off with the password. */
function TwoFactorSettings({ session }: { readonly session: AdminSessionReply }): ReactNode {
  const [beginning, setBeginning] = useState<TotpSetup | null>(null)
  const [ending, setEnding] = useState(false)
  const on = session.account.totp
  const settled = async (): Promise<void> => {
    setBeginning(null)
    setEnding(false)
    await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
    showToast({ text: t('saved') })
  }
  const begin = (): void => {
    requestBody<TotpSetup>('POST', 'account/totp', { body: {} }).then(setBeginning, showErrorToast)
  }
  return (
    <section className="card" aria-labelledby="two-steps">
      <h2 id="two-steps">{t('twoSteps')}</h2>
      <p>{on ? t('twoStepsOn') : t('twoStepsOff')}</p>
      {beginning && (
        <>
          <p>{t('twoStepsSecret')}</p>
          <p>
            <code className="secret">{beginning.secret}</code>
          </p>
          <p>
            <a href={beginning.uri}>{t('twoStepsOpen')}</a>
          </p>
          <SmallForm
            button={t('confirmCode')}
            onCancel={{ label: t('cancel'), run: () => setBeginning(null) }}
            onSend={async (body) => {
              await requestBody('PATCH', 'account/totp', { body })
              await settled()
            }}
          >
            <FormInput name="code" label={t('oneTimeCode')} complete="one-time-code" numeric help={t('oneTimeCodeHelp')} />
          </SmallForm>
        </>
      )}
      {ending && (
        <SmallForm
          button={t('twoStepsEnd')}
          onCancel={{ label: t('cancel'), run: () => setEnding(false) }}
          onSend={async (body) => {
            await requestBody('DELETE', 'account/totp', { body })
            await settled()
          }}
        >
          <FormInput name="password" label={t('password')} type="password" complete="current-password" />
        </SmallForm>
      )}
      {!beginning && !ending && (
        <button type="button" onClick={on ? () => setEnding(true) : begin}>
          {on ? t('twoStepsEnd') : t('twoStepsBegin')}
        </button>
      )}
    </section>
  )
}

function ProfileForm({ session }: Pick<ScreenProps, 'session'>): ReactNode {
  const { account } = session
  return (
    <>
      <section className="card" aria-labelledby="profile">
        <h2 id="profile">{t('profile')}</h2>
        <SmallForm
          button={t('save')}
          onSend={async (body) => {
            storeSession(await requestBody<AdminSessionReply>('PATCH', 'account', { body }))
            showToast({ text: t('saved') })
          }}
        >
          <FormInput name="name" label={t('yourName')} initial={account.name} complete="name" />
        </SmallForm>
      </section>
      <section className="card" aria-labelledby="change-password">
        <h2 id="change-password">{t('changePassword')}</h2>
        <SmallForm
          button={t('changePassword')}
          onSend={async (body) => {
            storeSession(await requestBody<AdminSessionReply>('PATCH', 'account', { body }))
            await queryClient.invalidateQueries({ queryKey: ['sessions'] })
            showToast({ text: t('passwordChanged') })
          }}
        >
          <FormInput name="current_password" label={t('currentPassword')} type="password" complete="current-password" />
          <FormInput name="password" label={t('newPassword')} type="password" complete="new-password" help={t('passwordHelp')} />
        </SmallForm>
      </section>
      <TwoFactorSettings session={session} />
      <SessionList />
    </>
  )
}

function SessionList(): ReactNode {
  const { data: rows = [], refetch } = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => requestBody<readonly SessionRow[]>('GET', 'sessions', { signal }),
  })
  const end = async (path: string): Promise<void> => {
    try {
      await requestBody('DELETE', path)
      showToast({ text: t('sessionEnded') })
      await refetch()
    } catch (error) {
      showErrorToast(error)
    }
  }
  return (
    <section className="card" aria-labelledby="sessions">
      <header className="card-head">
        <h2 id="sessions">{t('sessions')}</h2>
        {rows.length > 1 && (
          <button type="button" onClick={() => void end('sessions')}>
            {t('endOthers')}
          </button>
        )}
      </header>
      <ul className="rows">
        {rows.map(({ id, current, lastSeen: lastUsed, address, agent }) => (
          <li key={id}>
            <div>
              <p className="row-title" title={agent}>
                {formatBrowserName(agent) || t('browser')}
              </p>
              <p className="quiet-text">
                {address} · {t('lastSeen')}: {formatTime(lastUsed)}
              </p>
            </div>
            {current ? (
              <span className="badge">{t('thisSession')}</span>
            ) : (
              <button
                type="button"
                aria-label={`${t('endSession')}: ${formatBrowserName(agent)}`}
                onClick={() => void end(`sessions/${id}`)}
              >
                {t('endSession')}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

export function AccountScreen({ session }: ScreenProps): ReactNode {
  useWindowTitle(t('yourAccount'))
  const { account } = session
  return (
    <div className="page narrow">
      <header className="page-head">
        <h1>{t('yourAccount')}</h1>
      </header>
      <p className="lead">{account.email ?? t('hostKeepsAccount')}</p>
      <section className="card" aria-labelledby="may-do">
        <h2 id="may-do">{t('mayDo')}</h2>
        <ul className="chips">
          {account.scopes.map((scope) => (
            <li key={scope} className="badge">
              {formatScope(scope)}
            </li>
          ))}
        </ul>
      </section>
      {account.signOut && <ProfileForm session={session} />}
    </div>
  )
}
