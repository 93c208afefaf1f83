// Registration of shop accounts: stores a pending registration and queues a mail; the link in the mail creates the account.
import { hour } from '../../foundation/clock.js'
import { sha256 } from '../../foundation/digest.js'
import { toEmailKey } from '../../model/properties/string.js'
import { ValidationError } from '../../foundation/errors.js'
import { warnRateLimited } from '../../foundation/log.js'
import { customer } from '../../model/entities/customers/customer.js'
import { cart as cartEntity } from '../../model/entities/orders/cart.js'
import { configuration as configurationEntity } from '../../model/entities/orders/configuration.js'
import { hashPassword } from '../../model/properties/password.js'
import { incrementCounterInUnit } from '../../storage/counters.js'
import { requestMail } from '../../storage/mail-queue.js'
import { storePasswordHash } from '../../storage/pipeline/store.js'
import { registrationPurpose, tokenPlaceholder } from '../notification/due-mails.js'
import type { ServiceContext } from '../../storage/service-context.js'
import type { ShopperContext } from '../shopper-context.js'
import { findAccountByEmail, readDefaultGroupId, lockAccountCreation } from './customers.js'
import type { Confirmation, Registration, RegistrationPages, SessionReply } from './define.js'
import {
  type LoadRecords,
  referToGuestRecords,
  resolveGuestReferences,
  storePendingRegistration,
  consumePendingRegistration,
} from './pending-registrations.js'
import { openAccountSession, requirePassword } from './service.js'
import { issueToken } from './tokens.js'
import { createMessage } from '../../foundation/message.js'

/** Registration mails per address and hour. */
const maxMailsPerHour = 3

const loadCarts =
  (work: ServiceContext): LoadRecords =>
  (where) =>
    work.list(cartEntity, where)

const loadConfigurations =
  (work: ServiceContext): LoadRecords =>
  (where) =>
    work.list(configurationEntity, where)

/**
 * Stores a pending registration and queues a mail. Nothing here depends on whether the address has an account; the code that writes
 * the mail checks it. ValidationError by field.
 */
export async function startRegistration(fresh: ShopperContext, input: Registration, pages: RegistrationPages): Promise<void> {
  const shopperContext = await fresh.at()
  const language_tag = input.language ?? shopperContext.versionedSnapshot.snapshot.defaultLanguage
  // Validated as a temporary record, because validation then skips the look-up of the e-mail address.
  const fields = {
    email: input.email,
    language_tag,
    customer_group_id: await readDefaultGroupId(shopperContext),
    is_temporary: true,
  }
  const { record, issues } = await shopperContext.validate(customer, fields)
  if (issues.length > 0) throw new ValidationError(issues)
  const carts = await referToGuestRecords(loadCarts(shopperContext), input.cart === undefined ? [] : [input.cart])
  const configurations = await referToGuestRecords(loadConfigurations(shopperContext), input.configurations ?? [])
  const pending = { email: toEmailKey(record.email), language_tag, carts, configurations }
  const links = { confirm: pages.confirm(tokenPlaceholder), reset: pages.resetPassword(tokenPlaceholder), signIn: pages.signIn }
  await shopperContext.transact(async (work) => {
    const { context, unit } = work
    const count = await incrementCounterInUnit(context, unit, 'registration-mails', hour, sha256(pending.email))
    if (count > maxMailsPerHour) {
      const message =
        'Too many registrations for one e-mail address within an hour. This one was ignored, and no mail was queued.'
      return warnRateLimited(context.log, context.clock.now(), {}, message)
    }
    await storePendingRegistration(work, pending)
    await requestMail(context, unit, { to: pending.email, purpose: registrationPurpose, details: JSON.stringify(links) })
  })
}

/**
 * Uses up the mail's token, creates the account with the password and names of `input`, and signs it in. The registration contains
 * neither, because anybody can register any address. The account takes over the guest's cart and configurations, from the
 * registration and from `input`.
 */
export async function confirmRegistration(fresh: ShopperContext, token: string, input: Confirmation): Promise<SessionReply> {
  const { password, cart, configurations = [], ...names } = input
  requirePassword(password)
  const shopperContext = await fresh.at()
  // Hashed before the transaction, which locks the creation of all accounts.
  const hash = await hashPassword(password)
  const confirmed = await shopperContext.transact(async (work) => {
    await lockAccountCreation(work)
    const pending = await consumePendingRegistration(work, token)
    // Staff may have created an account with this address in the meantime.
    if (pending === null || (await findAccountByEmail(work, pending.email))) return null
    const { email, language_tag } = pending
    const fields = {
      ...names,
      email,
      language_tag,
      customer_group_id: await readDefaultGroupId(shopperContext),
      is_temporary: false,
    }
    const id = await work.write(customer, fields)
    await storePasswordHash(work.context, work.unit, customer, { id, hash })
    await work.announce('onSvcRegisterCustomer', { customerId: id })
    return { id, pending, issued: await issueToken(work, 'session', id) }
  })
  if (confirmed === null) {
    throw ValidationError.of('token', createMessage('shop.registrationLinkInvalid'), 'NOT_PENDING')
  }
  const { id, pending, issued } = confirmed
  const carts = await resolveGuestReferences(loadCarts(shopperContext), pending.carts)
  const guestConfigurations = await resolveGuestReferences(loadConfigurations(shopperContext), pending.configurations)
  return openAccountSession(shopperContext, id, issued, {
    carts: [...new Set([...carts, ...(cart === undefined ? [] : [cart])])],
    configurations: [...new Set([...guestConfigurations, ...configurations])],
  })
}
