// What accounts are to their callers: registration and sessions of the shop's own, users that a host hands over, addresses.
import type { Shopper } from '../../shop/shopper.js'

/** What a guest has begun, and takes along when he signs in. */
export interface TakenAlong {
  /** The token of his cart. */
  readonly cart?: string
  /** Tokens of configurations that are in no cart. */
  readonly configurations?: readonly string[]
}

export interface Registration extends TakenAlong {
  readonly email: string
  /** At least 10 characters. */
  readonly password: string
  readonly first_name?: string
  readonly last_name?: string
  readonly company?: string
  /** A tag; the store default if left out. */
  readonly language?: string
}

/** Addresses of the pages that the mail after a registration links. */
export interface RegistrationPages {
  readonly confirm: (token: string) => string
  readonly resetPassword: (token: string) => string
  readonly signIn: string
}

export interface Login extends TakenAlong {
  readonly email: string
  readonly password: string
}

export interface ProfileReply {
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly company: string
  readonly vat_id: string
  readonly phone: string
  readonly language: string | null
}

export type ProfileChange = Partial<Pick<ProfileReply, 'first_name' | 'last_name' | 'company' | 'vat_id' | 'phone'>>

export interface SessionReply {
  /** Sent as X-Svc-Shopper from now on. */
  readonly session: string
  /** ISO 8601. */
  readonly expires: string
  readonly account: ProfileReply
  /** The cart in which the guest's positions are now; null where he had none. */
  readonly cart: string | null
}

/** A person as the host's assertion tells of him, in the host's own ids. */
export interface HostUser {
  /** The user's id on the host; null for a guest of whom only the groups are known. */
  readonly userId: string | null
  readonly email: string | null
  readonly firstName: string
  readonly lastName: string
  /** Ids of the host's groups, those that count most first; the first that a customer group names is taken. */
  readonly groups: readonly string[]
  /** An active language, or null. */
  readonly language: string | null
}

/** Accounts as callers in the process have them; what shoppers do with theirs are verbs. */
export interface Accounts {
  /**
   * Queues a mail: with the link that creates the account, or with the ways into the one that the address has. Reports neither.
   * ValidationError by field. Each link gets its token.
   */
  register(input: Registration, links: RegistrationPages): Promise<void>
  /** Takes the token of the mail once, creates the account and signs it in. ValidationError for any other token. */
  confirmRegistration(token: string, along?: TakenAlong): Promise<SessionReply>
  /** AUTHENTICATION_FAILED alike for unknown addresses and wrong passwords. */
  login(input: Login): Promise<SessionReply>
  /** Queues a mail with the link if there is such an account, and says nothing either way. */
  requestReset(email: string, link: (token: string) => string): Promise<void>
  /** Who holds the session; null for unknown and expired ones. */
  sessionShopper(session: string): Promise<Shopper | null>
  /** The customer behind a host's user, made at his first visit and kept up to date from then on. */
  recognise(user: HostUser): Promise<Shopper>
}
