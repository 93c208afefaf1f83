// Types of admin accounts for shops without a host system. Not an entity: only the admin pages and svc:admin:* change them.
import type { Caller, Scope } from '../../foundation/access.js'

/** The languages of the admin pages. */
export const adminLanguages = ['en', 'de'] as const
export type AdminLanguage = (typeof adminLanguages)[number]

export interface AdminAccount {
  readonly id: number
  readonly name: string
  /** In lower case. */
  readonly email: string
  readonly scopes: readonly Scope[]
  readonly language: AdminLanguage
  /** False for a closed account: it cannot sign in and has no sessions. */
  readonly active: boolean
  /** True if sign-in requires a one-time code. */
  readonly totp: boolean
  /** True until a password is set. */
  readonly invited: boolean
  /** ISO 8601. */
  readonly created: string
  readonly lastLogin: string | null
}

/** The session of a request. */
export interface AdminSession {
  readonly id: number
  readonly account: AdminAccount
  /** Never leaves the server. Request tokens against forgery (CSRF) are derived from it. */
  readonly key: string
}

/** An authenticated admin caller. The session exists if the service itself manages the account. */
export interface AdminCaller extends Caller {
  readonly session?: AdminSession
}

/** The origin of a session. */
export interface SessionOrigin {
  /** The IP address. */
  readonly address: string
  /** The user agent. */
  readonly agent: string
}

export interface AdminSessionRow extends SessionOrigin {
  readonly id: number
  /** ISO 8601. */
  readonly created: string
  readonly lastSeen: string
}

/** A one-time link. The secret is available only when the link is created. */
export interface AdminLink {
  readonly id: number
  readonly secret: string
  /** ISO 8601. */
  readonly expires: string
}
