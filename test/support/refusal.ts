// The refusal that a promise must end with.
import { expect } from 'chai'
import { ValidationError } from '../../core/foundation/errors.js'

/** The ValidationError; fails where the promise succeeds or ends otherwise. */
export async function refusalOf(work: Promise<unknown>): Promise<ValidationError> {
  const outcome = await work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  if ('error' in outcome && !(outcome.error instanceof ValidationError)) throw outcome.error
  expect(outcome, 'It was not refused.').to.have.property('error')
  return (outcome as { error: ValidationError }).error
}

/** The refused fields, in order. */
export async function refusedFields(work: Promise<unknown>): Promise<readonly string[]> {
  return (await refusalOf(work)).issues.map((issue) => issue.field)
}
