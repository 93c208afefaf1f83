// Who calls: what the call may do, and how it shows up in the authorization log.
import { fullGrant, type Grant } from './grant.js'

export interface Caller {
  readonly grant: Grant
  /** A token's name, or `stdio`, `cli`, `in-process`. */
  readonly name: string
  /** The token's id; null where no token stands behind the call. */
  readonly id: number | null
  /** True for a person who comes over the network without a token: the machine's own files are out of reach, as for tokens. */
  readonly outside?: boolean
}

/** Calls from inside the process: customizations, migrations, tests. They may do everything. */
export const inProcess: Caller = Object.freeze({ grant: fullGrant, name: 'in-process', id: null })

/** Characters of a name. */
const longest = 191

/** What notes of deeds call the caller: `Ada Lovelace`, or `import (token 7)`. */
export const callerName = ({ name, id }: Pick<Caller, 'name' | 'id'>): string =>
  (id === null ? name : `${name} (token ${id})`).slice(0, longest)
