// Registration of shop accounts: stores a pending registration and queues a mail; the link in the mail creates the account.
import { hour } from '../../foundation/clock.js'
import { sha256 } from '../../foundation/digest.js'
import { toEmailKey } from '../../foundation/email-address.js'
import { ValidationError } from '../../foundation/errors.js'
import { warnRateLimited } from '../../foundation/rate-limited-log.js'
import { customer } from '../../model/entities/customers/customer.js'
import { countInUnit } from '../../storage/counts.js'
import { requestMail } from '../../storage/mail-queue.js'
import { storePasswordHash } from '../../storage/pipeline/password-hash.js'
import { registrationPurpose } from '../notification/registration-mail.js'
import { tokenPlace } from '../notification/reset-mail.js'
import type { Visit } from '../visit.js'
import { accountOf, defaultGroup, waitForTurn } from './customers.js'
import type { Registration, RegistrationPages, SessionReply, TakenAlong } from './define.js'
import { storePending, takePending } from './pending.js'
import { openSession, requirePassword } from './service.js'
import { issueToken } from './tokens.js'

/** Registration mails per address and hour. */
const mostMails = 3

/**
 * Stores a pending registration and queues a mail. Nothing here depends on whether the address has an account; the code that writes
 * the mail checks it. ValidationError by field.
 */
export async function register(fresh: Visit, input: Registration, pages: RegistrationPages): Promise<void> {
  requirePassword(input.password)
  const visit = await fresh.at()
  const { cart, configurations, language, ...own } = input
  const language_tag = language ?? visit.moment.snapshot.defaultLanguage
  // Validated as a temporary record, because validation then skips the look-up of the e-mail address. Validation hashes the password.
  const fields = { ...own, language_tag, customer_group_id: await defaultGroup(visit), is_temporary: true }
  const { record, issues } = await visit.judge(customer, fields)
  if (issues.length > 0) throw new ValidationError(issues)
  const { email, first_name, last_name, company, password: passwordHash } = record
  const pending = { email: toEmailKey(email), first_name, last_name, company, language_tag, cart, configurations }
  const links = { confirm: pages.confirm(tokenPlace), reset: pages.resetPassword(tokenPlace), signIn: pages.signIn }
  await visit.transact(async (work) => {
    const { context, unit } = work
    const count = await countInUnit(context, unit, 'registration-mails', hour, sha256(pending.email))
    if (count > mostMails) {
      const message = 'Too many registrations of one address in an hour; this one was dropped and no mail was queued.'
      return warnRateLimited(context.log, context.clock.now(), {}, message)
    }
    await storePending(work, { passwordHash, fields: pending })
    await requestMail(context, unit, { to: pending.email, purpose: registrationPurpose, details: JSON.stringify(links) })
  })
}

/**
 * Uses up the mail's token, creates the account and signs it in. The account takes over the guest's cart and configurations, from
 * the registration and from `along`.
 */
export async function confirmRegistration(fresh: Visit, token: string, along: TakenAlong = {}): Promise<SessionReply> {
  const visit = await fresh.at()
  const confirmed = await visit.transact(async (work) => {
    await waitForTurn(work)
    const pending = await takePending(work, token)
    // Staff may have created an account with this address in the meantime.
    if (pending === null || (await accountOf(work, pending.fields.email))) return null
    const { cart, configurations, ...own } = pending.fields
    const fields = { ...own, customer_group_id: await defaultGroup(visit), is_temporary: false }
    const id = await work.write(customer, fields)
    await storePasswordHash(work.context, work.unit, customer, { id, hash: pending.passwordHash })
    await work.announce('onSvcRegisterCustomer', { customerId: id })
    return { id, cart, configurations: configurations ?? [], issued: await issueToken(work, 'session', id) }
  })
  if (confirmed === null) {
    const message = 'This link is invalid, was already used or is more than a day old. Please register again.'
    throw ValidationError.of('token', message, 'NOT_PENDING')
  }
  const carts = [...new Set([confirmed.cart, along.cart])].filter((cart) => cart !== undefined)
  const begun = [...confirmed.configurations, ...(along.configurations ?? [])]
  return openSession(visit, confirmed.id, confirmed.issued, { carts, configurations: begun })
}
