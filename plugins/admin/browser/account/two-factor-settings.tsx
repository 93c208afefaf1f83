// Two-factor sign-in: switch on with a code of the authenticator app, switch off with the password.
import { type ReactNode, useState } from 'react'
import type { AdminSessionReply, TotpSetup } from '../../api/shape.js'
import { requestBody } from '../base/api.js'
import { queryClient, sessionQuery } from '../base/queries.js'
import { showToast, showErrorToast } from '../base/toasts.js'
import { t } from '../wording/text.js'
import { FormInput, SmallForm } from './small-form.js'

export function TwoFactorSettings({ session }: { readonly session: AdminSessionReply }): ReactNode {
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
