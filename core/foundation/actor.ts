// The name of the current actor, available to all functions that a call runs without passing it as an argument.
import { AsyncLocalStorage } from 'node:async_hooks'
import { type Caller, formatCallerName } from './access.js'

const acting = new AsyncLocalStorage<string>()

/** Runs a function as the caller. The actor's name is `Ada Lovelace` or `import (token 7)`. */
export function runAsActor<T>({ name, id }: Pick<Caller, 'name' | 'id'>, work: () => T): T {
  return acting.run(formatCallerName({ name, id }), work)
}

/** The current actor; null for anonymous work such as shoppers' requests and scheduled tasks. */
export const getCurrentActor = (): string | null => acting.getStore() ?? null
