// A change that is being sent to the service, with an idempotency key so it is applied once however often it is sent.
import type { ChangeInput } from '#core/surface.js'
import type { PendingEntry } from './pending-entry.js'

export interface ChangeAttempt {
  readonly entries: readonly PendingEntry[]
  readonly key: string
  /** The configuration token and the request body. The service accepts the key for exactly this request. */
  readonly fingerprint: string
}

/** Not `randomUUID`: it does not exist on pages served without HTTPS. */
const createAttemptKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** Creates the attempt for these entries. Reuses the key of the unanswered attempt if the request is the same. */
export function createAttempt(
  token: string,
  input: ChangeInput,
  entries: readonly PendingEntry[],
  unsure: ChangeAttempt | null,
): ChangeAttempt {
  const inputText = token + JSON.stringify(input)
  return { entries, fingerprint: inputText, key: unsure?.fingerprint === inputText ? unsure.key : createAttemptKey() }
}

/** The entries to send next. An unanswered change goes first, unless one of its entries was replaced. */
export function selectNextEntries(waiting: readonly PendingEntry[], unsure: ChangeAttempt | null): readonly PendingEntry[] {
  return unsure?.entries.every((entry, index) => entry === waiting[index]) ? unsure.entries : waiting
}
