// Who acts, for whatever is done until it ends: known to what it calls without being handed through it.
import { AsyncLocalStorage } from 'node:async_hooks'
import { type Caller, callerName } from './caller.js'

const acting = new AsyncLocalStorage<string>()

/** Runs the work in the name of the caller: `Ada Lovelace`, or `import (token 7)`. */
export function actingAs<T>({ name, id }: Pick<Caller, 'name' | 'id'>, work: () => T): T {
  return acting.run(callerName({ name, id }), work)
}

/** Who acts; null where nobody is named, as in shoppers' requests and recurring work. */
export const actor = (): string | null => acting.getStore() ?? null
