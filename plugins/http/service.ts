// What the server asks of the service that it carries: languages, tokens, readiness and the log.
import type { Grant } from '#core/ground/access/grant.js'
import type { Log } from '#core/ground/log.js'

/** The bearer of a token. */
export interface Caller {
  readonly id: number
  readonly name: string
  readonly grant: Grant
}

export interface Readiness {
  readonly ready: boolean
  /** Check name to `ok` or a sentence; shown to callers with system:read. */
  readonly checks: Readonly<Record<string, string>>
}

export interface App {
  readonly log: Log
  /** The active languages, the store default first. */
  languages(): Promise<readonly string[]>
  /** The bearer of a token, or null for malformed, unknown, revoked and expired ones alike. */
  authenticate(token: string): Promise<Caller | null>
  readiness(): Promise<Readiness>
}
