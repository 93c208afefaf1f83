// The account menu: theme, language, keyboard shortcuts, own account, and signing out.
import type { ReactNode } from 'react'
import type { AdminLanguage, AdminSessionReply } from '../../api/shape.js'
import { requestBody } from '../base/api.js'
import { toScreenPath } from '../base/screen-location.js'
import { Icon } from '../base/icon.js'
import { MenuButton } from '../base/menu-button.js'
import { queryClient, sessionQuery } from '../base/queries.js'
import { navigate } from '../base/routing.js'
import { useStore } from '../base/store.js'
import { themeStore, themes } from '../base/theme.js'
import { showErrorToast } from '../base/toasts.js'
import { switchLanguage, currentLanguage, t } from '../wording/text.js'

const languageNames: Readonly<Record<AdminLanguage, string>> = { en: 'English', de: 'Deutsch' }
const themeNames = { auto: 'themeAuto', light: 'themeLight', dark: 'themeDark' } as const

/** Switches the language immediately, and saves it if the service stores the account. */
export async function switchAccountLanguage(language: AdminLanguage, session: AdminSessionReply): Promise<void> {
  await switchLanguage(language)
  if (!session.account.signOut) return
  try {
    const changed = await requestBody<AdminSessionReply>('PATCH', 'account', { body: { language } })
    queryClient.setQueryData(sessionQuery.queryKey, changed)
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'menu' || queryKey[0] === 'shape' })
  } catch (error) {
    showErrorToast(error)
  }
}

export async function signOutAccount(): Promise<void> {
  try {
    await requestBody('DELETE', 'session')
    queryClient.clear()
    await navigate('', { replace: true, guarded: false })
    queryClient.setQueryData(sessionQuery.queryKey, null)
  } catch (error) {
    showErrorToast(error)
  }
}

interface AccountMenuProps {
  readonly session: AdminSessionReply
  readonly onKeys: () => void
}

export function AccountMenu({ session, onKeys }: AccountMenuProps): ReactNode {
  const chosen = useStore(themeStore)
  const speaking = useStore(currentLanguage)
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
        ...themes.map((theme) => ({ label: t(themeNames[theme]), checked: theme === chosen, run: () => themeStore.set(theme) })),
        { heading: t('language') },
        ...(Object.keys(languageNames) as AdminLanguage[]).map((language) => ({
          label: <span lang={language}>{languageNames[language]}</span>,
          checked: language === speaking,
          run: () => void switchAccountLanguage(language, session),
        })),
        { heading: session.account.email ?? session.account.name },
        { label: t('keyMap'), run: onKeys },
        { label: t('yourAccount'), run: () => void navigate(toScreenPath('account')) },
        session.account.signOut ? { label: t('signOut'), run: () => void signOutAccount() } : null,
      ]}
    />
  )
}
