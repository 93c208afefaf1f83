// Who waits for a sign-in: a call that is refused because the session has ended goes on where somebody has signed in again.
import { createStore } from './store.js'

interface Waiting {
  readonly promise: Promise<void>
  readonly open: () => void
}

/** What waits at the moment; the shell shows the sign-in above whatever was typed. */
export const waitingForSignIn = createStore<Waiting | null>(null)

/** Ends when somebody has signed in; many callers wait together. */
export function signedInAgain(): Promise<void> {
  const waiting = waitingForSignIn.get()
  if (waiting) return waiting.promise
  let open = (): void => undefined
  const promise = new Promise<void>((resolve) => {
    open = resolve
  })
  waitingForSignIn.set({ promise, open })
  return promise
}

/** Lets everybody go on. */
export function openGate(): void {
  const waiting = waitingForSignIn.get()
  waitingForSignIn.set(null)
  waiting?.open()
}
