// The bearer tokens of an installation, `svc_<id>_<secret>`: the interface of their service, and its results.
import type { Scope } from '../foundation/access/areas.js'
import type { Grant } from '../foundation/access/grant.js'
import type { TokenInput } from './token-input.js'

/** The caller of a request, known from its verified token. */
export interface TokenIdentity {
  readonly id: number
  readonly name: string
  readonly grant: Grant
}

export interface TokenSummary {
  readonly id: number
  readonly name: string
  readonly scopes: readonly Scope[]
  /** ISO 8601; null = never. */
  readonly created: string
  readonly expires: string | null
  readonly revoked: string | null
  readonly lastUsed: string | null
}

export interface MintedToken {
  readonly id: number
  readonly name: string
  /** In clear text. Not available later. */
  readonly token: string
  readonly scopes: readonly Scope[]
  readonly expires: string | null
}

export interface BearerTokens {
  /** Throws a ValidationError on `name`, `scopes`, `presets` or `expires`. */
  mint(input: TokenInput): Promise<MintedToken>
  /** All tokens, also revoked ones, in id order, without their secrets. */
  list(): Promise<readonly TokenSummary[]>
  /** Revokes the token at once, in all processes. Does nothing if it is revoked already. Throws NOT_FOUND for an unknown id. */
  revoke(id: number): Promise<void>
  /**
   * The token's identity, or null for a malformed, unknown, wrong, revoked or expired token. `accessVersion` is the version of
   * the topic `access` that this request has read. Stores the time of use within a few seconds.
   */
  verify(token: string, accessVersion: number): Promise<TokenIdentity | null>
  /** Stores the pending times of use now. */
  flush(): Promise<void>
}
