// The frame around every screen: menu by area, account menu, command palette and keyboard help.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { AdminLanguage } from '../../api/shape.js'
import type { MenuArea, AdminSessionReply } from '../../api/account-shape.js'
import { adminLanguageNames } from '../../wording/display-name.js'
import { requestBody } from '../base/api.js'
import { MenuButton } from '../base/menu-button.js'
import { toMenuEntryPath, homePath, type ScreenLocation, toScreenPath } from '../base/screen-location.js'
import { Icon } from '../base/icon.js'
import { menuQuery, queryClient, sessionQuery } from '../base/queries.js'
import { Link, useRoute, navigate } from '../base/routing.js'
import { useShortcuts } from '../base/shortcuts.js'
import { useStore, themeStore, themes } from '../base/store.js'
import { showErrorToast } from '../base/toasts.js'
import { currentLanguage, languages, storeLanguageChoice, switchLanguage, t } from '../wording/text.js'
import { CurrentScreen } from './current-screen.js'
import { lazyPart } from '../base/lazy-part.js'

const loadCommandPalette = () => import('./command-palette.js')
const CommandPalette = lazyPart(async () => (await loadCommandPalette()).CommandPalette)
const KeyboardHelp = lazyPart(async () => (await import('./command-palette.js')).KeyboardHelp)

interface MainMenuProps {
  readonly menu: readonly MenuArea[]
  readonly place: ScreenLocation
  readonly onGo: () => void
}

function MainMenu({ menu, place, onGo }: MainMenuProps): ReactNode {
  const open =
    place.screen === 'list' || place.screen === 'record'
      ? place.entity
      : 'name' in place
        ? place.name
        : place.screen === 'workshop'
          ? 'product'
          : ''
  return (
    <nav className="menu" aria-label={t('menu')}>
      <Link to={homePath} current={place.screen === 'home'} className="menu-home" onGo={onGo}>
        {t('home')}
      </Link>
      {menu.map(({ area, label, entries }) => (
        <div key={area} role="group" aria-labelledby={`area-${area}`}>
          <h2 id={`area-${area}`}>{label}</h2>
          <ul>
            {entries.map((entry) => (
              <li key={`${entry.kind} ${entry.name}`}>
                <Link to={toMenuEntryPath(entry)} current={entry.name === open} onGo={onGo}>
                  {entry.label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

interface AdminFrameProps {
  readonly session: AdminSessionReply
  readonly place: ScreenLocation
}

// The account menu: theme, language, keyboard shortcuts, own account, and signing out.

const themeNames = { auto: 'themeAuto', light: 'themeLight', dark: 'themeDark' } as const

const refetchLabels = (): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'menu' || queryKey[0] === 'shape' })

/** Switches the language, and saves it in the account. If a host stores the accounts, in the browser. */
async function switchAccountLanguage(language: AdminLanguage, session: AdminSessionReply): Promise<void> {
  try {
    if (!session.account.signOut) {
      storeLanguageChoice(language)
      await queryClient.refetchQueries({ queryKey: sessionQuery.queryKey })
    }
    await switchLanguage(language)
    if (!session.account.signOut) return await refetchLabels()
    const changed = await requestBody<AdminSessionReply>('PATCH', 'account', { body: { language } })
    queryClient.setQueryData(sessionQuery.queryKey, changed)
    await refetchLabels()
  } catch (error) {
    showErrorToast(error)
  }
}

async function signOutAccount(): Promise<void> {
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

function AccountMenu({ session, onKeys }: AccountMenuProps): ReactNode {
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
        ...languages.map((language) => ({
          label: <span lang={language}>{adminLanguageNames[language]}</span>,
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

export function AdminFrame({ session, place }: AdminFrameProps): ReactNode {
  const { data: menu = [] } = useQuery(menuQuery)
  const { path } = useRoute()
  const [above, setAbove] = useState<'palette' | 'keys' | null>(null)
  const [menuOpen, setMenuOpen] = useState(false)
  const main = useRef<HTMLElement>(null)
  const side = useRef<HTMLDivElement>(null)
  const before = useRef(path)
  // Preloads the palette. Otherwise text typed right after Ctrl+K would be lost.
  useEffect(() => {
    const timer = setTimeout(() => void loadCommandPalette().catch(() => undefined), 300)
    return () => clearTimeout(timer)
  }, [])
  // A link moves the focus and the scroll position to the start of the new screen, like a page load.
  useEffect(() => {
    if (before.current !== path) {
      main.current?.focus({ preventScroll: true })
      scrollTo(0, 0)
    }
    before.current = path
  }, [path])
  // Scrolls the current entry of a long menu into view. Scrolls nothing else.
  useEffect(() => {
    const list = side.current?.querySelector('.menu')
    const current = list?.querySelector('[aria-current=page]')
    if (!list || !current) return
    const box = current.getBoundingClientRect()
    const { top, bottom } = list.getBoundingClientRect()
    if (box.top < top || box.bottom > bottom) list.scrollTop += box.top - (top + bottom) / 2
  }, [path, menu])
  useShortcuts([
    { keys: 'mod+k', label: t('openPalette'), run: () => setAbove('palette'), always: true },
    { keys: '?', label: t('openKeyMap'), run: () => setAbove('keys') },
  ])
  return (
    <div className={menuOpen ? 'frame menu-open' : 'frame'}>
      <a className="skip" href="#main">
        {t('skip')}
      </a>
      <header className="bar">
        <button
          type="button"
          className="icon-button menu-button"
          aria-expanded={menuOpen}
          aria-label={t('menu')}
          onClick={() => setMenuOpen(!menuOpen)}
        >
          <Icon name={menuOpen ? 'close' : 'menu'} />
        </button>
        <Link to={homePath} className="brand" label={t('brand')}>
          <span className="brand-mark" aria-hidden="true" />
          <span className="brand-name">{t('brand')}</span>
        </Link>
        <button type="button" className="search-button" onClick={() => setAbove('palette')}>
          <Icon name="search" size={16} />
          <span>{t('findAnything')}</span>
          <kbd>Ctrl K</kbd>
        </button>
        {session.shop !== null && (
          <a
            className="button to-shop"
            href={session.shop}
            target="_blank"
            rel="noopener"
            aria-label={t('toShop')}
            title={t('toShop')}
          >
            <Icon name="out" size={16} /> <span>{t('toShop')}</span>
          </a>
        )}
        <AccountMenu session={session} onKeys={() => setAbove('keys')} />
      </header>
      <div className="side" ref={side}>
        <MainMenu menu={menu} place={place} onGo={() => setMenuOpen(false)} />
      </div>
      <main id="main" ref={main} tabIndex={-1}>
        <CurrentScreen place={place} session={session} menu={menu} />
      </main>
      <Suspense>
        {above === 'palette' && <CommandPalette menu={menu} onClose={() => setAbove(null)} onKeys={() => setAbove('keys')} />}
        {above === 'keys' && <KeyboardHelp onClose={() => setAbove(null)} />}
      </Suspense>
    </div>
  )
}
