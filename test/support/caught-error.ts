// Returns the error that a promise rejects with.
import type { Issue } from '../../core/foundation/errors.js'

/** Returns the error. Throws if the promise resolves. */
export async function catchError(promise: Promise<unknown>): Promise<Error> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  if ('error' in outcome) {
    if (outcome.error instanceof Error) return outcome.error
    throw new TypeError(`Rejected with ${String(outcome.error)}, which is no error.`)
  }
  throw new Error(`Nothing failed; the result is ${JSON.stringify(outcome.value)}.`)
}

/** Issues as API clients see them, without the key of the message. */
export const plainIssues = (issues: readonly Issue[]): readonly Issue[] =>
  issues.map(({ field, code, message }) => ({ field, code, message }))
