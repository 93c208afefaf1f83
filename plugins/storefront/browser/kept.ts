// Remembers a configuration for this browser tab, so that a reload, another language or an expiry costs no entry.
import type { ChangeEntry } from '#core/commerce/configuration/define.js'
import type { SelectionInput } from '#core/engine/program/configure.js'

export interface Kept {
  readonly token: string
  /** What the service held when it last answered; null was cleared on purpose. */
  readonly held: readonly SelectionInput[]
  /** Entered and not confirmed yet. */
  readonly waiting: readonly ChangeEntry[]
  /** What the configuration held that the page has given, when it came. */
  readonly given?: readonly SelectionInput[]
}

/** One that a page has given, to be edited, does not take the place of the shopper's own. */
const keyOf = (product: number, given: string | null): string => `svc-configuration-${product}${given ? '-given' : ''}`

/** Storage can be switched off by the browser; then every visit starts anew. */
export function kept(product: number, given: string | null): Kept | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(keyOf(product, given)) ?? 'null') as Partial<Kept> | null
    return typeof stored?.token === 'string' ? { held: [], waiting: [], ...stored, token: stored.token } : null
  } catch {
    return null
  }
}

export function keep(product: number, given: string | null, state: Kept): void {
  try {
    sessionStorage.setItem(keyOf(product, given), JSON.stringify(state))
  } catch {
    // Nothing is lost but the convenience.
  }
}
