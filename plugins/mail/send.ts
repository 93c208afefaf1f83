// One round of sending: what is due, oldest first, over one connection.
import { createTransport } from 'nodemailer'
import { type Context, dueMails, mailFailed, mailSent } from 'product-configurator-service'
import type { MailOptions } from './options.js'

/** Mails per round. */
const batch = 50

export async function sendQueued(context: Context, { url, from }: MailOptions, signal?: AbortSignal): Promise<void> {
  const mails = await dueMails(context, batch)
  if (mails.length === 0) return
  const transport = createTransport(url)
  try {
    for (const mail of mails) {
      if (signal?.aborted) return
      try {
        await transport.sendMail({
          from,
          to: mail.to,
          subject: mail.subject,
          text: mail.text,
          disableFileAccess: true,
          disableUrlAccess: true,
        })
        await mailSent(context, mail)
      } catch (error) {
        context.log.warn({ err: error, mail: mail.id }, 'A mail could not be sent; it is tried again later.')
        await mailFailed(context, mail)
      }
    }
  } finally {
    transport.close()
  }
}
