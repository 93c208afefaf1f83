// A change that is being sent to the service, with an idempotency key so it is applied once however often it is sent.
import type { ChangeInput } from '#core/commerce/configuration/define.js'
import type { Pending } from './pending.js'

export interface Attempt {
  readonly entries: readonly Pending[]
  readonly key: string
  /** The configuration token and the request body. The service accepts the key for exactly this request. */
  readonly told: string
}

/** Not `randomUUID`: it does not exist on pages served without HTTPS. */
const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** Creates the attempt for these entries. Reuses the key of the unanswered attempt if the request is the same. */
export function attemptOf(token: string, input: ChangeInput, entries: readonly Pending[], unsure: Attempt | null): Attempt {
  const told = token + JSON.stringify(input)
  return { entries, told, key: unsure?.told === told ? unsure.key : newKey() }
}

/** The entries to send next. An unanswered change goes first, unless one of its entries was replaced. */
export function nextOf(waiting: readonly Pending[], unsure: Attempt | null): readonly Pending[] {
  return unsure?.entries.every((entry, index) => entry === waiting[index]) ? unsure.entries : waiting
}
