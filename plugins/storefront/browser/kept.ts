// Remembers a configuration for this browser tab, so that a reload, another language or an expiry costs no entry.
import type { ChangeEntry } from '#core/commerce/configuration/define.js'
import type { SelectionInput } from '#core/engine/program/configuration.js'

export interface Kept {
  readonly token: string
  /** What the service held when it last answered; null was cleared on purpose. */
  readonly held: readonly SelectionInput[]
  /** Entered and not confirmed yet. */
  readonly waiting: readonly ChangeEntry[]
  /** The token of the one of which it is a copy: somebody else's. */
  readonly source?: string
  /** What the configuration held that the page has given, when it came. */
  readonly given?: readonly SelectionInput[]
}

/** Of which configurator it is. */
export interface Keeping {
  readonly product: number
  readonly configuration: string | null
  readonly place: string
}

/** One that a page has given, to be edited, does not take the place of the shopper's own. */
const keyOf = ({ product, configuration, place }: Keeping): string =>
  `svc-configuration-${product}${place && `-${place}`}${configuration ? '-given' : ''}`

/** Storage can be switched off by the browser; then every visit starts anew. */
export function kept(of: Keeping): Kept | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(keyOf(of)) ?? 'null') as Partial<Kept> | null
    return typeof stored?.token === 'string' ? { held: [], waiting: [], ...stored, token: stored.token } : null
  } catch {
    return null
  }
}

export function forgetKept(of: Keeping): void {
  try {
    sessionStorage.removeItem(keyOf(of))
  } catch {
    // Nothing was stored.
  }
}

export function keep(of: Keeping, state: Kept): void {
  try {
    sessionStorage.setItem(keyOf(of), JSON.stringify(state))
  } catch {
    // Nothing is lost but the convenience.
  }
}
