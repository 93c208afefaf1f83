// Lets calls wait after the session has ended. They continue when somebody has signed in again.
import { createStore } from './store.js'

interface PendingSignIn {
  readonly promise: Promise<void>
  readonly open: () => void
}

/** The pending sign-in. The shell shows the sign-in form above the current input. */
export const pendingSignIn = createStore<PendingSignIn | null>(null)

/** Resolves after the next sign-in. All callers share one promise. */
export function waitForSignIn(): Promise<void> {
  const waiting = pendingSignIn.get()
  if (waiting) return waiting.promise
  let open = (): void => undefined
  const promise = new Promise<void>((resolve) => {
    open = resolve
  })
  pendingSignIn.set({ promise, open })
  return promise
}

/** Resumes all waiting calls. */
export function resumePendingCalls(): void {
  const waiting = pendingSignIn.get()
  pendingSignIn.set(null)
  waiting?.open()
}
