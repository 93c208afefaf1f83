// Accounts: the shop's own with passwords and sessions, and those of the host's users; a guest's cart comes along at login.
import { toEmailKey } from '../../foundation/email-address.js'
import { NotFoundError, ServiceError, ValidationError } from '../../foundation/errors.js'
import { customer } from '../../model/entities/customers/customer.js'
import { requireEntity } from '../../model/registry.js'
import { hashPassword, isPassword, verifyPassword } from '../../model/properties/password.js'
import { requestMail } from '../../storage/mail-queue.js'
import { loadRecords } from '../../storage/record/load.js'
import type { InUnit, Work } from '../../storage/work.js'
import { claimGuestCart } from '../cart/service.js'
import { claim } from '../configuration/service.js'
import { resetPurpose, tokenPlace } from '../notification/reset-mail.js'
import type { Visit } from '../visit.js'
import { accountOf, type CustomerRecord } from './customers.js'
import type { Login, ProfileChange, ProfileReply, SessionReply } from './define.js'
import { requireAccount } from './signed-in.js'
import { endSession, type IssuedToken, issueToken, sessionShopper, takeResetToken } from './tokens.js'

/** What a login without an account is compared with, so that it takes as long as one with an account. */
let nobody: Promise<string> | null = null

function profileOf({ values }: CustomerRecord): ProfileReply {
  const { email, first_name, last_name, company, vat_id, phone, language_tag } = values
  return { email, first_name, last_name, company, vat_id, phone, language: language_tag || null }
}

const refused = (): ServiceError =>
  new ServiceError('AUTHENTICATION_FAILED', 'There is no account with this e-mail address and password.')

export function requirePassword(password: string): void {
  if (isPassword(password)) return
  throw ValidationError.of('password', "Field 'password' takes a text of 10 to 255 characters.", 'TOO_SHORT')
}

/** No session for a password that was changed while it was being compared. */
async function requirePasswordStands({ context, unit }: Work & InUnit, { id, values }: CustomerRecord): Promise<void> {
  const where = { column: 'id', values: [id] }
  const [now] = await loadRecords(unit, requireEntity(context.registry, customer), [], where, unit.dialect.forShare)
  if (now?.values.password !== values.password) throw refused()
}

/** AUTHENTICATION_FAILED alike for unknown addresses and wrong passwords. */
export async function login(visit: Visit, { email, password, cart, configurations }: Login): Promise<SessionReply> {
  const account = await accountOf(visit, email)
  const hash = account?.values.password ?? ''
  const standIn = hash === '' ? await (nobody ??= hashPassword('the password of nobody')) : hash
  const isRight = await verifyPassword(password.slice(0, 255), standIn)
  if (!account || hash === '' || !isRight) throw refused()
  const issued = await visit.transact(async (work) => {
    await requirePasswordStands(work, account)
    return issueToken(work, 'session', account.id)
  })
  const carts = cart === undefined ? [] : [cart]
  return openSession(visit, account.id, issued, { carts, configurations: configurations ?? [] })
}

/** Ends the session at once; unknown ones too. */
export function logout(visit: Visit, session: string): Promise<void> {
  return endSession(visit, session)
}

/** Queues a mail with the link if there is such an account, and says nothing either way. */
export async function requestReset(visit: Visit, email: string, link: (token: string) => string): Promise<void> {
  // Whether there is such an account is looked up when the mail is written: here it would show in the time that it takes.
  const request = { to: toEmailKey(email), purpose: resetPurpose, details: link(tokenPlace) }
  await visit.transact(({ context, unit }) => requestMail(context, unit, request))
}

/** Takes the token of the mail once; every session of the account ends. */
export async function resetPassword(visit: Visit, token: string, password: string): Promise<void> {
  requirePassword(password)
  const isDone = await visit.transact(async (work) => {
    const id = await takeResetToken(work, token)
    if (id === null) return false
    // A new password ends every session and every other link.
    await work.write(customer, { password }, { id })
    return true
  })
  if (isDone) return
  const message = 'The link for a new password is unknown, used or older than an hour. Ask for a new one.'
  throw ValidationError.of('token', message, 'UNKNOWN')
}

/** AUTHENTICATION_REQUIRED for guests. */
export async function readProfile(visit: Visit): Promise<ProfileReply> {
  const account = await visit.read(customer, requireAccount(visit))
  if (!account) throw new NotFoundError('This account is no longer there.')
  return profileOf(account)
}

export async function changeProfile(visit: Visit, input: ProfileChange): Promise<ProfileReply> {
  await visit.write(customer, input, { id: requireAccount(visit) })
  return readProfile(visit)
}

/** The reply to a customer who has just signed in. The carts and configurations of the guest become the account's if they exist. */
export async function openSession(
  visit: Visit,
  customerId: number,
  { token, expires }: IssuedToken,
  along: { readonly carts: readonly string[]; readonly configurations: readonly string[] },
): Promise<SessionReply> {
  const shopper = await sessionShopper(visit, token)
  if (shopper === null) throw refused()
  const signedIn = visit.as({ ...shopper, customerId })
  for (const one of along.configurations) await unlessGone(claim(signedIn, one))
  let cart: string | null = null
  for (const one of along.carts) cart = (await unlessGone(claimGuestCart(signedIn, one)))?.cart ?? cart
  return { session: token, expires, account: await readProfile(signedIn), cart }
}

/** What the claim gives; null where there is nothing left to claim. */
async function unlessGone<T>(claiming: Promise<T>): Promise<T | null> {
  try {
    return await claiming
  } catch (error) {
    if (error instanceof NotFoundError) return null
    throw error
  }
}
