// Registers a shop account as a customer does, with the confirmation link from the mail queue.
import type { App } from '../../core/app.js'
import type { Confirmation, Registration, RegistrationPages, SessionReply } from '../../core/commerce/account/define.js'
import { dueMails } from '../../core/commerce/notification/due-mails.js'
import { isSameEmailAddress } from '../../core/model/properties/string.js'
import { type QueuedMail, mailSent } from '../../core/storage/mail-queue.js'

export const registrationPages: RegistrationPages = {
  confirm: (token) => `/account?confirm=${token}`,
  resetPassword: (token) => `/account/password?token=${token}`,
  signIn: '/account',
}

/** Renders the due mails and takes those to the address from the queue. */
export async function takeQueuedMails(app: App, email: string): Promise<readonly QueuedMail[]> {
  const mails = (await dueMails(app.context, 1_000)).filter(({ to }) => isSameEmailAddress(to, email))
  for (const mail of mails) await mailSent(app.context, mail)
  return mails
}

/** The token of the latest registration mail to the address. */
export async function readConfirmationToken(app: App, email: string): Promise<string> {
  const tokens = (await takeQueuedMails(app, email)).flatMap(({ text }) => /[?&]confirm=([\w-]+)/.exec(text)?.[1] ?? [])
  const token = tokens.at(-1)
  if (token === undefined) throw new Error(`No mail to ${email} confirms a registration.`)
  return token
}

/** A new, signed-in account. */
export async function registerAccount(app: App, input: Registration & Confirmation): Promise<SessionReply> {
  const { email, language, ...confirmation } = input
  await app.shop.accounts.register({ email, ...(language !== undefined && { language }) }, registrationPages)
  return app.shop.accounts.confirmRegistration(await readConfirmationToken(app, email), confirmation)
}
