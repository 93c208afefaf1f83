// Accounts: the shop's own with passwords and sessions, and those of the host's users; a guest's cart comes along at login.
import type { Shopper } from '../../shop/shopper.js'
import { hashPassword, isPassword, verifyPassword } from '../../model/properties/password.js'
import { NotFoundError, ServiceError, ValidationError } from '../../ground/errors.js'
import type { Context } from '../../storage/context.js'
import { type Unit, unit } from '../../storage/database/unit.js'
import { requestMail } from '../../storage/mail-queue.js'
import { announce } from '../../storage/pipeline/purge.js'
import type { LoadedRecord } from '../../storage/record/load.js'
import { momentOf } from '../../storage/record/moment.js'
import { within } from '../../storage/within.js'
import type { Carts } from '../cart/define.js'
import type { Configurations } from '../configuration/define.js'
import { addressesOf, addressOf, removeAddress, storeAddress } from './addresses.js'
import { accountOf, customersBy, defaultGroup, storeCustomer, waitForTurn } from './customers.js'
import type { Accounts, Login, ProfileChange, ProfileReply, Registration, SessionReply, TakenAlong } from './define.js'
import { recogniseUser } from './host-users.js'
import { resetPurpose, tokenPlace } from './reset-mail.js'
import { endSession, issueToken, sessionShopper, takeResetToken } from './tokens.js'

/** What a login without an account is compared with, so that it takes as long as one with an account. */
let nobody: Promise<string> | null = null

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

function profileOf({ values }: LoadedRecord): ProfileReply {
  return {
    email: text(values.email),
    first_name: text(values.first_name),
    last_name: text(values.last_name),
    company: text(values.company),
    vat_id: text(values.vat_id),
    phone: text(values.phone),
    language: text(values.language_tag) || null,
  }
}

const plainEmail = (email: string): string => email.trim().toLowerCase()

const refused = (): ServiceError =>
  new ServiceError('AUTHENTICATION_FAILED', 'There is no account with this e-mail address and password.')

function requireAccount({ customerId }: Shopper): number {
  if (customerId !== null) return customerId
  throw new ServiceError('AUTHENTICATION_REQUIRED', 'This is for accounts only. Sign in first.')
}

function requirePassword(password: string): void {
  if (isPassword(password)) return
  throw ValidationError.of('password', "Field 'password' takes a text of 10 to 255 characters.", 'TOO_SHORT')
}

/** No session for a password that was changed while it was being compared. */
async function requirePasswordStands(context: Context, u: Unit, { id, values }: LoadedRecord): Promise<void> {
  const [now] = await customersBy(context, 'id', id, u, u.dialect.forShare)
  if (now?.values.password !== values.password) throw refused()
}

class AccountService implements Accounts {
  constructor(
    private readonly context: Context,
    private readonly carts: Carts,
    private readonly configurations: Configurations,
  ) {}

  async register({ cart, configurations, language, ...input }: Registration): Promise<SessionReply> {
    const { context } = this
    requirePassword(input.password)
    const moment = await momentOf(context)
    const group = await defaultGroup(context, moment)
    const fields = {
      ...input,
      ...{ email: plainEmail(input.email), customer_group_id: group, is_temporary: false },
      language_tag: language ?? moment.snapshot.defaultLanguage,
    }
    const made = await unit(context.database, async (u) => {
      await waitForTurn(u)
      const id = await storeCustomer(context, u, fields)
      u.afterCommit(() => announce(context, 'onSvcRegisterCustomer', { customerId: id }))
      return { id, issued: await issueToken(context, u, 'session', id) }
    })
    return this.open(made.id, made.issued, { cart, configurations })
  }

  async login({ email, password, cart, configurations }: Login): Promise<SessionReply> {
    const { context } = this
    const account = await accountOf(context, plainEmail(email))
    const hash = text(account?.values.password)
    const standIn = hash === '' ? await (nobody ??= hashPassword('the password of nobody')) : hash
    const isRight = await verifyPassword(password.slice(0, 255), standIn)
    if (!account || hash === '' || !isRight) throw refused()
    const issued = await unit(context.database, async (u) => {
      await requirePasswordStands(context, u, account)
      return issueToken(context, u, 'session', account.id)
    })
    return this.open(account.id, issued, { cart, configurations })
  }

  logout(session: string): Promise<void> {
    return endSession(this.context, session)
  }

  sessionShopper(session: string): Promise<Shopper | null> {
    return sessionShopper(this.context, session)
  }

  async requestReset(email: string, link: (token: string) => string): Promise<void> {
    const { context } = this
    // Whether there is such an account is looked up when the mail is written: here it would show in the time that it takes.
    const request = { to: plainEmail(email), purpose: resetPurpose, details: link(tokenPlace) }
    await unit(context.database, (u) => requestMail(context, u, request))
  }

  async resetPassword(token: string, password: string): Promise<void> {
    const { context } = this
    requirePassword(password)
    const isDone = await unit(context.database, async (u) => {
      const id = await takeResetToken(context, u, token)
      if (id === null) return false
      // A new password ends every session and every other link.
      await storeCustomer(within(context, u), u, { password }, id)
      return true
    })
    if (isDone) return
    const message = 'The link for a new password is unknown, used or older than an hour. Ask for a new one.'
    throw ValidationError.of('token', message, 'UNKNOWN')
  }

  recognise(user: Parameters<Accounts['recognise']>[0]): Promise<Shopper> {
    return recogniseUser(this.context, user)
  }

  async profile(shopper: Shopper): Promise<ProfileReply> {
    const [account] = await customersBy(this.context, 'id', requireAccount(shopper))
    if (!account) throw new NotFoundError('This account is no longer there.')
    return profileOf(account)
  }

  async changeProfile(shopper: Shopper, input: ProfileChange): Promise<ProfileReply> {
    const id = requireAccount(shopper)
    await unit(this.context.database, (u: Unit) => storeCustomer(this.context, u, { ...input }, id))
    return this.profile(shopper)
  }

  async addresses(shopper: Shopper): ReturnType<Accounts['addresses']> {
    return addressesOf(this.context, requireAccount(shopper))
  }

  async address(shopper: Shopper, id: number): ReturnType<Accounts['address']> {
    return addressOf(this.context, shopper.customerId, id)
  }

  async storeAddress(
    shopper: Shopper,
    input: Readonly<Record<string, unknown>>,
    id?: number,
  ): ReturnType<Accounts['storeAddress']> {
    return storeAddress(this.context, id === undefined ? requireAccount(shopper) : shopper.customerId, input, id)
  }

  async removeAddress(shopper: Shopper, id: number): Promise<void> {
    return removeAddress(this.context, shopper.customerId, id)
  }

  /** The reply to who has just signed in; what he had begun as a guest is his now, as far as it is still there. */
  private async open(
    customerId: number,
    { token, expires }: { readonly token: string; readonly expires: string },
    along: { readonly [Key in keyof TakenAlong]: TakenAlong[Key] | undefined },
  ): Promise<SessionReply> {
    const shopper = await this.sessionShopper(token)
    if (shopper === null) throw refused()
    for (const one of along.configurations ?? []) await unlessGone(this.configurations.claim(one, shopper))
    const cart = along.cart === undefined ? null : await unlessGone(this.carts.claim(along.cart, { shopper }))
    return { session: token, expires, account: await this.profile({ ...shopper, customerId }), cart: cart?.cart ?? null }
  }
}

/** What the claim gives; null where there is nothing left to claim. */
async function unlessGone<T>(claim: Promise<T>): Promise<T | null> {
  try {
    return await claim
  } catch (error) {
    if (error instanceof NotFoundError) return null
    throw error
  }
}

export function createAccounts(context: Context, carts: Carts, configurations: Configurations): Accounts {
  return new AccountService(context, carts, configurations)
}
