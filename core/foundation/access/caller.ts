// The caller of an action: its permissions, and its name in the authorization log.
import { fullGrant, type Grant } from './grant.js'

export interface Caller {
  readonly grant: Grant
  /** The name of the token or admin user, or `stdio`, `cli`, `in-process`. */
  readonly name: string
  /** The id of the token; null without a token. */
  readonly id: number | null
  /** True for a remote person without a token. As with tokens, the server's own files are out of reach. */
  readonly outside?: boolean
}

/** The caller of in-process calls by customizations, migrations and tests. It has all permissions. */
export const inProcess: Caller = Object.freeze({ grant: fullGrant, name: 'in-process', id: null })

/** Maximum length of a name in characters. */
const maximumLength = 191

/** The caller in audit entries: `Ada Lovelace`, or `import (token 7)`. */
export const formatCallerName = ({ name, id }: Pick<Caller, 'name' | 'id'>): string =>
  (id === null ? name : `${name} (token ${id})`).slice(0, maximumLength)
