// Stores a configuration for this browser tab, so a reload, a change of language or an expiry loses no entry.
import type { ChangeEntry, SelectionInput } from '#core/surface.js'

export interface TabConfiguration {
  readonly token: string
  /** The selections in the service's last reply; null for a question that was cleared on purpose. */
  readonly selections: readonly SelectionInput[]
  /** Entries that the service has not confirmed yet. */
  readonly waiting: readonly ChangeEntry[]
  /** The token of the configuration that this one was copied from. */
  readonly source?: string
  /** The initial selections of a configuration that the page supplied. */
  readonly given?: readonly SelectionInput[]
}

/** Identifies the configurator that the stored state belongs to. */
export interface TabConfigurationKey {
  readonly product: number
  readonly configuration: string | null
  readonly place: string
}

/** A configuration that the page supplied for editing has its own key, so it does not replace the shopper's own. */
const toTabStorageKey = ({ product, configuration, place }: TabConfigurationKey): string =>
  `svc-configuration-${product}${place && `-${place}`}${configuration ? '-given' : ''}`

/** Returns null if the browser has storage switched off. Every visit then starts with a new configuration. */
export function loadTabConfiguration(of: TabConfigurationKey): TabConfiguration | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(toTabStorageKey(of)) ?? 'null') as Partial<TabConfiguration> | null
    return typeof stored?.token === 'string' ? { selections: [], waiting: [], ...stored, token: stored.token } : null
  } catch {
    return null
  }
}

export function deleteTabConfiguration(of: TabConfigurationKey): void {
  try {
    sessionStorage.removeItem(toTabStorageKey(of))
  } catch {
    // Storage is not available.
  }
}

export function saveTabConfiguration(of: TabConfigurationKey, state: TabConfiguration): void {
  try {
    sessionStorage.setItem(toTabStorageKey(of), JSON.stringify(state))
  } catch {
    // Storage is not available: only the convenience is lost.
  }
}

interface RevisionMessage {
  readonly token: string
  readonly revision: number
}

/** Notifies the other tabs of this browser that a configuration has changed, and receives their notifications. */
export class TabChannel {
  private channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('svc-configurations')

  constructor(heard: (word: RevisionMessage) => void) {
    this.channel?.addEventListener('message', (event: MessageEvent<RevisionMessage>) => heard(event.data))
  }

  notify(token: string, revision: number): void {
    this.channel?.postMessage({ token, revision } satisfies RevisionMessage)
  }

  close(): void {
    this.channel?.close()
    // Requests that finish after the component has left the page have no channel to notify.
    this.channel = null
  }
}
