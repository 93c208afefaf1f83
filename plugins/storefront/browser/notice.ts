// What a shopper is told beside the place where he acted, as data; notices.ts puts it into words.
import type { AutomaticChange } from '#core/engine/program/settlement.js'
import type { Difference } from './holding.js'

export interface Notice {
  /** Selections that changed without his doing. */
  readonly changes: readonly (AutomaticChange | Difference)[]
  /** Entries of before were taken over: into a new configuration, or sent at last. */
  readonly restored?: 'expired' | 'unsent'
  /** That what was shown ahead of the service's answer is not what it says. */
  readonly corrected?: string
  /** What could not be taken over. */
  readonly lost?: readonly { readonly question_id: number; readonly message: string }[]
}
