// The root component: the sign-in page, or the frame with the screen of the current address.
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { placeOf } from '../ground/address.js'
import { Questions } from '../ground/dialog.js'
import { client, sessionQuery } from '../ground/queries.js'
import { useWay } from '../ground/routing.js'
import { waitingForSignIn } from '../ground/sign-in-gate.js'
import { useStore } from '../ground/store.js'
import { Toasts } from '../ground/toasts.js'
import { speak, spoken, t } from '../wording/text.js'
import { Door, type DoorKind } from './door.js'
import { Failure } from './failure.js'
import { Frame } from './frame.js'

function Inside(): ReactNode {
  const { data: session, error, refetch } = useQuery(sessionQuery)
  const waiting = useStore(waitingForSignIn)
  const { path } = useWay()
  const [worded, setWorded] = useState(false)
  const language = session?.account.language
  useEffect(() => {
    const guess = navigator.language.startsWith('de') ? 'de' : 'en'
    void speak(language ?? guess).then(() => setWorded(true))
  }, [language])
  if (!worded) return null
  const place = placeOf(path)
  const invited: DoorKind | null =
    place.screen === 'own' && (place.name === 'first-account' || place.name === 'invitation') ? place.name : null
  if (invited) return <Door kind={invited} />
  if (error && session === undefined) return <Failure error={error} retry={() => void refetch()} alone />
  if (session === undefined) return <p className="loading alone">{t('loading')}</p>
  if (session === null) return <Door kind="sign-in" />
  return (
    <>
      <Frame session={session} place={place} />
      {waiting && <Door kind="sign-in" again={session} />}
    </>
  )
}

/** The whole tree. A new language renders all of it again. */
export function App(): ReactNode {
  const language = useStore(spoken)
  return (
    <QueryClientProvider client={client}>
      <Inside key={language} />
      <Questions />
      <Toasts />
    </QueryClientProvider>
  )
}
