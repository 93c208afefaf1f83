// Sends statements of the store step without waiting for their result.
import { addToErrorTrail } from '../../foundation/errors.js'
import type { Unit } from '../database/unit.js'

/** Sends the statement and returns at once. If it fails, the unit fails with the error trail of the step. */
export function deferStatement(u: Unit, step: string, send: () => Promise<unknown>): void {
  u.defer(
    send().catch((error: unknown) => {
      throw addToErrorTrail('store', addToErrorTrail(step, error))
    }),
  )
}
