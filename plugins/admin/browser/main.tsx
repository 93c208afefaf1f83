// Starts the admin in the browser: the sign-in page for strangers, the frame with its screens for signed-in people.
import { createRoot } from 'react-dom/client'
import { startRouting, useRoute } from './base/routing.js'
import { startShortcuts } from './base/shortcuts.js'
import { startTheme, useStore } from './base/store.js'
import { adoptBaseStyle } from './style/style-adopter.js'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { parseScreenLocation } from './base/screen-location.js'
import { ConfirmationDialog } from './base/dialog.js'
import { queryClient, sessionQuery } from './base/queries.js'
import { pendingSignIn } from './base/api.js'
import { Toasts } from './base/toasts.js'
import { switchLanguage, currentLanguage, guessLanguage, t } from './wording/text.js'
import { SignInPage, type SignInPageKind } from './shell/sign-in-page.js'
import { FailureMessage } from './shell/failure-message.js'
import { AdminFrame } from './shell/admin-frame.js'

function SignedInContent(): ReactNode {
  const { data: session, error, refetch } = useQuery(sessionQuery)
  const waiting = useStore(pendingSignIn)
  const { path } = useRoute()
  const [isLoaded, setLoaded] = useState(false)
  const language = session?.account.language
  useEffect(() => {
    void switchLanguage(language ?? guessLanguage()).then(() => setLoaded(true))
  }, [language])
  if (!isLoaded) return null
  const place = parseScreenLocation(path)
  const invited: SignInPageKind | null =
    place.screen === 'own' && (place.name === 'first-account' || place.name === 'invitation') ? place.name : null
  if (invited) return <SignInPage kind={invited} />
  if (error && session === undefined) return <FailureMessage error={error} retry={() => void refetch()} alone />
  if (session === undefined) return <p className="loading alone">{t('loading')}</p>
  if (session === null) return <SignInPage kind="sign-in" />
  return (
    <>
      <AdminFrame session={session} place={place} />
      {waiting && <SignInPage kind="sign-in" again={session} />}
    </>
  )
}

/** The whole tree. A new language renders all of it again. */
function AdminApp(): ReactNode {
  const language = useStore(currentLanguage)
  return (
    <QueryClientProvider client={queryClient}>
      <SignedInContent key={language} />
      <ConfirmationDialog />
      <Toasts />
    </QueryClientProvider>
  )
}

adoptBaseStyle()
startTheme()
startRouting()
startShortcuts()
const appContainer = document.createElement('div')
appContainer.className = 'admin'
document.body.replaceChildren(appContainer)
createRoot(appContainer).render(<AdminApp />)
