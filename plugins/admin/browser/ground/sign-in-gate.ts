// Lets calls wait after the session has ended. They continue when somebody has signed in again.
import { createStore } from './store.js'

interface Waiting {
  readonly promise: Promise<void>
  readonly open: () => void
}

/** The pending sign-in. The shell shows the sign-in form above the current input. */
export const waitingForSignIn = createStore<Waiting | null>(null)

/** Resolves after the next sign-in. All callers share one promise. */
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

/** Resumes all waiting calls. */
export function openGate(): void {
  const waiting = waitingForSignIn.get()
  waitingForSignIn.set(null)
  waiting?.open()
}
