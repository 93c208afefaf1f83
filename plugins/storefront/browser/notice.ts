// The data of a notice to the shopper about automatic changes, restored entries or lost entries.
import type { AutomaticChange } from '#core/surface.js'
import type { ExternalChange } from './configuration-cache.js'

export interface ConfiguratorNotice {
  /** Selections that the shopper did not change. */
  readonly changes: readonly (AutomaticChange | ExternalChange)[]
  /** Earlier entries were restored: copied into a new configuration (`expired`), or sent late (`unsent`). */
  readonly restored?: 'expired' | 'unsent'
  /** The message that the result shown before the service's answer was wrong. */
  readonly corrected?: string
  /** Entries that could not be restored. */
  readonly lost?: readonly { readonly question_id: number; readonly message: string }[]
}

export interface ChangeDescription {
  readonly change: 'cleared' | 'removed' | 'replaced' | 'selected'
  readonly from: string
  readonly to: string
}

/** The values of a text about a changed selection. */
export function describeChange(from: string | null, to: string | null): ChangeDescription {
  const change = to === null ? (from === null ? 'cleared' : 'removed') : from === null ? 'selected' : 'replaced'
  return { change, from: from ?? '', to: to ?? '' }
}
