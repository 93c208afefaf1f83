// The root component: the sign-in page, or the frame with the screen of the current address.
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { parseScreenLocation } from '../base/screen-location.js'
import { ConfirmationDialog } from '../base/dialog.js'
import { queryClient, sessionQuery } from '../base/queries.js'
import { useRoute } from '../base/routing.js'
import { pendingSignIn } from '../base/api.js'
import { useStore } from '../base/store.js'
import { Toasts } from '../base/toasts.js'
import { switchLanguage, currentLanguage, t } from '../wording/text.js'
import { SignInPage, type SignInPageKind } from './sign-in-page.js'
import { FailureMessage } from './failure-message.js'
import { AdminFrame } from './admin-frame.js'

function SignedInContent(): ReactNode {
  const { data: session, error, refetch } = useQuery(sessionQuery)
  const waiting = useStore(pendingSignIn)
  const { path } = useRoute()
  const [isLoaded, setLoaded] = useState(false)
  const language = session?.account.language
  useEffect(() => {
    const guess = navigator.language.startsWith('de') ? 'de' : 'en'
    void switchLanguage(language ?? guess).then(() => setLoaded(true))
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
export function AdminApp(): ReactNode {
  const language = useStore(currentLanguage)
  return (
    <QueryClientProvider client={queryClient}>
      <SignedInContent key={language} />
      <ConfirmationDialog />
      <Toasts />
    </QueryClientProvider>
  )
}
