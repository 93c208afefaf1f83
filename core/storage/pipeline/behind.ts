// Statements of the store step whose answer nobody needs: what comes next goes on meanwhile.
import { addToErrorTrail } from '../../foundation/errors.js'
import type { Unit } from '../database/unit.js'

/** Sends them, and goes on; where one fails, the unit does, with the trail of the step. */
export function behind(u: Unit, step: string, send: () => Promise<unknown>): void {
  u.meanwhile(
    send().catch((error: unknown) => {
      throw addToErrorTrail('store', addToErrorTrail(step, error))
    }),
  )
}
