// Returns the ValidationError that a promise must reject with.
import { expect } from 'chai'
import { ValidationError } from '../../core/foundation/errors.js'

/** Returns the ValidationError. Fails if the promise resolves or rejects with another error. */
export async function catchValidationError(work: Promise<unknown>): Promise<ValidationError> {
  const outcome = await work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  if ('error' in outcome && !(outcome.error instanceof ValidationError)) throw outcome.error
  expect(outcome, 'It was not refused.').to.have.property('error')
  return (outcome as { error: ValidationError }).error
}

/** The rejected fields, in order. */
export async function listRejectedFields(work: Promise<unknown>): Promise<readonly string[]> {
  return (await catchValidationError(work)).issues.map((issue) => issue.field)
}
