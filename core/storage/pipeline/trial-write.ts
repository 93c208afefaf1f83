// Validates a new record like a write, but stores nothing. For data with the same fields that is stored elsewhere.
import type { Issue } from '../../foundation/errors.js'
import type { Context, WriteOptions } from '../context.js'
import { unit } from '../unit-of-work/transaction.js'
import { prepareForStorage } from './prepare-for-storage.js'
import { validateData } from './validate-data.js'
import { createWriteTask } from './write.js'

export interface TrialValidation {
  /** The record in the form in which it would be stored. */
  readonly record: Readonly<Record<string, unknown>>
  readonly issues: readonly Issue[]
}

/** Returns all issues of the first three steps. */
export function validateRecord(
  context: Context,
  entityName: string,
  input: Readonly<Record<string, unknown>>,
  options: WriteOptions = {},
): Promise<TrialValidation> {
  return unit(options.unit ?? context.database, async (u) => {
    const task = { ...(await createWriteTask(context, u, entityName, options)), isTrial: true }
    const draft = await prepareForStorage(task, input)
    const issues = await validateData(task, [draft])
    return { record: draft.record, issues }
  })
}
