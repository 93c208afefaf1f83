// The account menu: theme, language, keyboard shortcuts, own account, and signing out.
import type { ReactNode } from 'react'
import type { AdminLanguage, Session } from '../../transport/shape.js'
import { ask } from '../ground/api.js'
import { screenPath } from '../ground/address.js'
import { Icon } from '../ground/icon.js'
import { MenuButton } from '../ground/menu-button.js'
import { client, sessionQuery } from '../ground/queries.js'
import { go } from '../ground/routing.js'
import { useStore } from '../ground/store.js'
import { theme, themes } from '../ground/theme.js'
import { tellFailure } from '../ground/toasts.js'
import { speak, spoken, t } from '../wording/text.js'

const languages: Readonly<Record<AdminLanguage, string>> = { en: 'English', de: 'Deutsch' }
const themeNames = { auto: 'themeAuto', light: 'themeLight', dark: 'themeDark' } as const

/** Switches the language immediately, and saves it if the service stores the account. */
export async function chooseLanguage(language: AdminLanguage, session: Session): Promise<void> {
  await speak(language)
  if (!session.account.signOut) return
  try {
    const changed = await ask<Session>('PATCH', 'account', { body: { language } })
    client.setQueryData(sessionQuery.queryKey, changed)
    await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'menu' || queryKey[0] === 'shape' })
  } catch (error) {
    tellFailure(error)
  }
}

export async function signOut(): Promise<void> {
  try {
    await ask('DELETE', 'session')
    client.clear()
    await go('', { replace: true, guarded: false })
    client.setQueryData(sessionQuery.queryKey, null)
  } catch (error) {
    tellFailure(error)
  }
}

interface AccountMenuProps {
  readonly session: Session
  readonly onKeys: () => void
}

export function AccountMenu({ session, onKeys }: AccountMenuProps): ReactNode {
  const chosen = useStore(theme)
  const speaking = useStore(spoken)
  return (
    <MenuButton
      className="account-menu"
      name={t('accountOf', { name: session.account.name })}
      label={
        <>
          <Icon name="person" />
          <span className="account-name">{session.account.name}</span>
        </>
      }
      choices={[
        { heading: t('theme') },
        ...themes.map((one) => ({ label: t(themeNames[one]), checked: one === chosen, run: () => theme.set(one) })),
        { heading: t('language') },
        ...(Object.keys(languages) as AdminLanguage[]).map((language) => ({
          label: <span lang={language}>{languages[language]}</span>,
          checked: language === speaking,
          run: () => void chooseLanguage(language, session),
        })),
        { heading: session.account.email ?? session.account.name },
        { label: t('keyMap'), run: onKeys },
        { label: t('yourAccount'), run: () => void go(screenPath('account')) },
        session.account.signOut ? { label: t('signOut'), run: () => void signOut() } : null,
      ]}
    />
  )
}
