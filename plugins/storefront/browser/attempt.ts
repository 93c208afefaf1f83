// A change on its way to the service, under a key by which it is made once however often it is sent.
import type { ChangeInput } from '#core/commerce/configuration/define.js'
import type { Pending } from './pending.js'

export interface Attempt {
  readonly entries: readonly Pending[]
  readonly key: string
  /** What it is told, and of which configuration: the service takes the key for this alone. */
  readonly told: string
}

/** Not `randomUUID`: pages that come without encryption have none. */
const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** The attempt with these entries: the one whose answer did not come where it is the same once more. */
export function attemptOf(token: string, input: ChangeInput, entries: readonly Pending[], unsure: Attempt | null): Attempt {
  const told = token + JSON.stringify(input)
  return { entries, told, key: unsure?.told === told ? unsure.key : newKey() }
}

/** What is sent next of all that waits: first the change of which nobody knows whether it was made, where nothing of it was entered anew. */
export function nextOf(waiting: readonly Pending[], unsure: Attempt | null): readonly Pending[] {
  return unsure?.entries.every((entry, index) => entry === waiting[index]) ? unsure.entries : waiting
}
