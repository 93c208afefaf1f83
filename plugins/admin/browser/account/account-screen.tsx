// The own account: name, password, two-factor sign-in, and open sessions.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Session, SessionRow } from '../../transport/shape.js'
import { ask } from '../ground/api.js'
import { applySession, client, sessionQuery } from '../ground/queries.js'
import { useTitle } from '../ground/title.js'
import { tell, tellFailure } from '../ground/toasts.js'
import type { ScreenProps } from '../shell/screen-props.js'
import { adoptFormStyle } from '../style/form.js'
import { moment, t } from '../wording/text.js'
import { browserName } from './browser-name.js'
import { Input, SmallForm } from './small-form.js'
import { TwoSteps } from './two-steps.js'

adoptFormStyle()

export function keepSession(session: Session): void {
  applySession(session)
  client.setQueryData(sessionQuery.queryKey, session)
}

function Profile({ session }: Pick<ScreenProps, 'session'>): ReactNode {
  const { account } = session
  return (
    <>
      <section className="card" aria-labelledby="profile">
        <h2 id="profile">{t('profile')}</h2>
        <SmallForm
          button={t('save')}
          onSend={async (body) => {
            keepSession(await ask<Session>('PATCH', 'account', { body }))
            tell({ text: t('saved') })
          }}
        >
          <Input name="name" label={t('yourName')} initial={account.name} complete="name" />
        </SmallForm>
      </section>
      <section className="card" aria-labelledby="change-password">
        <h2 id="change-password">{t('changePassword')}</h2>
        <SmallForm
          button={t('changePassword')}
          onSend={async (body) => {
            keepSession(await ask<Session>('PATCH', 'account', { body }))
            await client.invalidateQueries({ queryKey: ['sessions'] })
            tell({ text: t('passwordChanged') })
          }}
        >
          <Input name="current_password" label={t('currentPassword')} type="password" complete="current-password" />
          <Input name="password" label={t('newPassword')} type="password" complete="new-password" help={t('passwordHelp')} />
        </SmallForm>
      </section>
      <TwoSteps session={session} />
      <Sessions />
    </>
  )
}

function Sessions(): ReactNode {
  const { data: rows = [], refetch } = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => ask<readonly SessionRow[]>('GET', 'sessions', { signal }),
  })
  const end = async (path: string): Promise<void> => {
    try {
      await ask('DELETE', path)
      tell({ text: t('sessionEnded') })
      await refetch()
    } catch (error) {
      tellFailure(error)
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
        {rows.map(({ id, current, lastSeen, address, agent }) => (
          <li key={id}>
            <div>
              <p className="row-title" title={agent}>
                {browserName(agent) || t('browser')}
              </p>
              <p className="quiet-text">
                {address} · {t('lastSeen')}: {moment(lastSeen)}
              </p>
            </div>
            {current ? (
              <span className="badge">{t('thisSession')}</span>
            ) : (
              <button
                type="button"
                aria-label={`${t('endSession')}: ${browserName(agent)}`}
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
  useTitle(t('yourAccount'))
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
              {scope}
            </li>
          ))}
        </ul>
      </section>
      {account.signOut && <Profile session={session} />}
    </div>
  )
}
