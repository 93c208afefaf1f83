// Types and reply schemas of the account service: registration, sessions, profiles, and users that the host recognises.
import { type ShapeValue, withName, nullable, object, text } from '../../model/verb/shape.js'
import type { Shopper } from '../../shop/shopper.js'
import { recordShape } from '../../shop/shape.js'

export const profileShape = withName(
  'Profile',
  object({
    email: text(),
    first_name: text(),
    last_name: text(),
    company: text(),
    vat_id: text(),
    phone: text(),
    language: nullable(text()),
  }),
)

export const sessionShape = withName(
  'Session',
  object({
    session: text('Send it in the header X-Svc-Shopper from now on.'),
    expires: text('ISO 8601.'),
    account: profileShape,
    cart: nullable(text(), "The cart that now contains the guest's positions. null if there were none."),
  }),
)

export const addressShape = withName(
  'Address',
  recordShape(
    'The fields of the entity without the owner. `of_party` is true for an address of the business partner, which only the shop can change.',
  ),
)

/** The cart and configurations of a guest, which the account takes over at login. */
interface GuestData {
  /** The token of the guest's cart. */
  readonly cart?: string
  /** Tokens of configurations that are in no cart. */
  readonly configurations?: readonly string[]
}

export interface Registration extends GuestData {
  readonly email: string
  /** A language tag. Default: the store's language. */
  readonly language?: string
}

/** The owner of the e-mail address chooses the password and names. */
export interface Confirmation extends GuestData {
  /** At least 10 characters. */
  readonly password: string
  readonly first_name?: string
  readonly last_name?: string
  readonly company?: string
}

/** URLs of the pages that the registration mail links to. */
export interface RegistrationPages {
  readonly confirm: (token: string) => string
  readonly resetPassword: (token: string) => string
  readonly signIn: string
}

export interface Login extends GuestData {
  readonly email: string
  readonly password: string
}

export type ProfileReply = ShapeValue<typeof profileShape>

export type ProfileChange = Partial<Pick<ProfileReply, 'first_name' | 'last_name' | 'company' | 'vat_id' | 'phone'>>

export type SessionReply = ShapeValue<typeof sessionShape>

/** A user as described by the host's assertion, with the host's ids. */
export interface HostUser {
  /** The user's id on the host; null for a guest with known groups only. */
  readonly userId: string | null
  readonly email: string | null
  readonly firstName: string
  readonly lastName: string
  /** Ids of the host's groups, most important first. The first one that a customer group names applies. */
  readonly groups: readonly string[]
  /** An active language, or null. */
  readonly language: string | null
}

/** The account service for in-process callers. Shoppers use commands instead. */
export interface Accounts {
  /**
   * Queues a mail with the link that creates the account or, if the address has an account, with links to sign in. The result does
   * not show which. ValidationError by field. Each link receives its token.
   */
  register(input: Registration, links: RegistrationPages): Promise<void>
  /** Uses up the mail's token, creates the account and signs it in. ValidationError by field, and for any other token. */
  confirmRegistration(token: string, input: Confirmation): Promise<SessionReply>
  /** AUTHENTICATION_FAILED for unknown addresses and wrong passwords alike. */
  login(input: Login): Promise<SessionReply>
  /** Queues a mail with the link if the account exists. The reply is the same in both cases. */
  requestReset(email: string, link: (token: string) => string): Promise<void>
  /** The shopper of the session; null for unknown and expired sessions. */
  sessionShopper(session: string): Promise<Shopper | null>
  /** The customer record of a host user, created on the first visit and updated afterwards. */
  recognise(user: HostUser): Promise<Shopper>
}
