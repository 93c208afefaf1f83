// Admin accounts: people who keep the shop, where no host does it. No entity and in no API; the admin pages and svc:admin:* change them.
import type { Caller } from '../../foundation/access/caller.js'
import type { Scope } from '../../foundation/access/areas.js'

/** What the admin pages speak. */
export const adminLanguages = ['en', 'de'] as const
export type AdminLanguage = (typeof adminLanguages)[number]

export interface AdminAccount {
  readonly id: number
  readonly name: string
  /** In lower case. */
  readonly email: string
  readonly scopes: readonly Scope[]
  readonly language: AdminLanguage
  /** False: nobody signs in with it, and its sessions are over. */
  readonly active: boolean
  /** True where a one-time code is asked for. */
  readonly totp: boolean
  /** True while nobody has set a password. */
  readonly invited: boolean
  /** ISO 8601. */
  readonly created: string
  readonly lastLogin: string | null
}

/** A session that a request was sent with. */
export interface AdminSession {
  readonly id: number
  readonly account: AdminAccount
  /** Known to nobody outside: what is derived of it proves that a request was meant. */
  readonly key: string
}

/** Who came in by the gate; with the session where the service keeps the account itself. */
export interface AdminVisitor extends Caller {
  readonly session?: AdminSession
}

/** Where a session was opened. */
export interface SessionPlace {
  /** The network address. */
  readonly address: string
  /** What the browser calls itself. */
  readonly agent: string
}

export interface AdminSessionRow extends SessionPlace {
  readonly id: number
  /** ISO 8601. */
  readonly created: string
  readonly lastSeen: string
}

/** A link that is good once: its secret is shown when it is made, and never again. */
export interface AdminLink {
  readonly id: number
  readonly secret: string
  /** ISO 8601. */
  readonly expires: string
}

/** What hosts ask of the accounts. */
export interface AdminAccounts {
  /** Who holds the session; null for unknown ones and those that are over. */
  visitor(token: string): Promise<AdminVisitor | null>
}
