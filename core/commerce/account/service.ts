// Sign-in, password reset and profile of shop accounts. At login the account takes over the guest's cart and configurations.
import { createMessage } from '../../foundation/message.js'
import { toEmailKey } from '../../model/properties/string.js'
import { NotFoundError, ServiceError, ValidationError } from '../../foundation/errors.js'
import { customer } from '../../model/entities/customers/customer.js'
import { requireEntity } from '../../model/registry.js'
import { hashPassword, isPassword, verifyPassword } from '../../model/properties/password.js'
import { requestMail } from '../../storage/mail-queue.js'
import { loadRecords } from '../../storage/record/load.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import { claimGuestCart } from '../cart/service.js'
import { claimGuestConfiguration } from '../configuration/service.js'
import { resetPurpose, tokenPlaceholder } from '../notification/due-mails.js'
import { type ShopperContext, requireAccount } from '../shopper-context.js'
import { findAccountByEmail, type CustomerRecord } from './customers.js'
import type { Login, ProfileChange, ProfileReply, SessionReply } from './define.js'
import { endAccountSession, type IssuedToken, issueToken, findSessionShopper, consumeResetToken } from './tokens.js'

/** Hash to compare with if there is no account: the login then takes the same time in both cases. */
let dummyPasswordHash: Promise<string> | null = null

function toProfileReply({ values }: CustomerRecord): ProfileReply {
  const { email, first_name, last_name, company, vat_id, phone, language_tag } = values
  return { email, first_name, last_name, company, vat_id, phone, language: language_tag || null }
}

const createLoginError = (): ServiceError => new ServiceError('AUTHENTICATION_FAILED', createMessage('shop.signInFailed'))

export function requirePassword(password: string): void {
  if (isPassword(password)) return
  throw ValidationError.of('password', createMessage('shop.passwordLength'), 'TOO_SHORT')
}

/** Refuses the session if the password was changed during the comparison. */
async function requireUnchangedPassword(
  { context, unit }: ServiceContext & TransactionContext,
  { id, values }: CustomerRecord,
): Promise<void> {
  const byId = { column: 'id', values: [id] }
  const [now] = await loadRecords(unit, requireEntity(context.registry, customer), [], byId, unit.dialect.forShare)
  if (now?.values.password !== values.password) throw createLoginError()
}

/** AUTHENTICATION_FAILED for unknown addresses and wrong passwords alike. */
export async function login(
  shopperContext: ShopperContext,
  { email, password, cart, configurations }: Login,
): Promise<SessionReply> {
  const account = await findAccountByEmail(shopperContext, email)
  const hash = account?.values.password ?? ''
  const standIn = hash === '' ? await (dummyPasswordHash ??= hashPassword('a password without an account')) : hash
  const isRight = await verifyPassword(password.slice(0, 255), standIn)
  if (!account || hash === '' || !isRight) throw createLoginError()
  const issued = await shopperContext.transact(async (work) => {
    await requireUnchangedPassword(work, account)
    return issueToken(work, 'session', account.id)
  })
  const carts = cart === undefined ? [] : [cart]
  return openAccountSession(shopperContext, account.id, issued, { carts, configurations: configurations ?? [] })
}

/** Ends the session immediately. Unknown sessions are ignored. */
export function logout(shopperContext: ShopperContext, session: string): Promise<void> {
  return endAccountSession(shopperContext, session)
}

/** Queues a mail with the link if the account exists. The reply is the same in both cases. */
export async function requestResetMail(
  shopperContext: ShopperContext,
  email: string,
  link: (token: string) => string,
): Promise<void> {
  // The account is looked up when the mail is written. A look-up here would reveal its existence by the response time.
  const request = { to: toEmailKey(email), purpose: resetPurpose, details: link(tokenPlaceholder) }
  await shopperContext.transact(({ context, unit }) => requestMail(context, unit, request))
}

/** Uses up the mail's token. Ends every session of the account. */
export async function resetPassword(shopperContext: ShopperContext, token: string, password: string): Promise<void> {
  requirePassword(password)
  const isChanged = await shopperContext.transact(async (work) => {
    const id = await consumeResetToken(work, token)
    if (id === null) return false
    // A new password ends every session and invalidates every other link.
    await work.write(customer, { password }, { id })
    return true
  })
  if (isChanged) return
  throw ValidationError.of('token', createMessage('shop.resetLinkInvalid'), 'UNKNOWN')
}

/** AUTHENTICATION_REQUIRED for guests. */
export async function readProfile(shopperContext: ShopperContext): Promise<ProfileReply> {
  const account = await shopperContext.read(customer, requireAccount(shopperContext))
  if (!account) throw new NotFoundError(createMessage('shop.accountGone'))
  return toProfileReply(account)
}

export async function changeProfile(shopperContext: ShopperContext, input: ProfileChange): Promise<ProfileReply> {
  await shopperContext.write(customer, input, { id: requireAccount(shopperContext) })
  return readProfile(shopperContext)
}

/** The reply after a sign-in. The account takes over the guest's carts and configurations that still exist. */
export async function openAccountSession(
  shopperContext: ShopperContext,
  customerId: number,
  { token, expires }: IssuedToken,
  along: { readonly carts: readonly string[]; readonly configurations: readonly string[] },
): Promise<SessionReply> {
  const shopper = await findSessionShopper(shopperContext, token)
  if (shopper === null) throw createLoginError()
  const signedIn = shopperContext.forShopper({ ...shopper, customerId })
  for (const configuration of along.configurations) await ignoreMissing(claimGuestConfiguration(signedIn, configuration))
  let cart: string | null = null
  for (const cartToken of along.carts) cart = (await ignoreMissing(claimGuestCart(signedIn, cartToken)))?.cart ?? cart
  return { session: token, expires, account: await readProfile(signedIn), cart }
}

/** The result of the claim; null if the record no longer exists. */
async function ignoreMissing<T>(claiming: Promise<T>): Promise<T | null> {
  try {
    return await claiming
  } catch (error) {
    if (error instanceof NotFoundError) return null
    throw error
  }
}
