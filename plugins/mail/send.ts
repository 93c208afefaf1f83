// One round of sending: what is due, oldest first, over one connection.
import { type Context, dueMails, mailFailed, mailSent } from 'product-configurator-service'
import type { MailOptions } from './options.js'
import { isSilence, openTransport } from './transport.js'

/** Mails per round; where the mail server stays silent, the others are left for the next round. */
const batch = 50

export async function sendQueued(context: Context, options: MailOptions, signal?: AbortSignal): Promise<void> {
  const mails = await dueMails(context, batch)
  if (mails.length === 0) return
  const transport = openTransport(options)
  try {
    for (const mail of mails) {
      if (signal?.aborted) return
      try {
        await context.timings.over('mail', 'mail', () => transport.send(mail))
        await mailSent(context, mail)
      } catch (error) {
        context.log.warn({ err: error, mail: mail.id }, 'A mail could not be sent; it is tried again later.')
        await mailFailed(context, mail, error instanceof Error ? error.message : '')
        if (isSilence(error)) return
      }
    }
  } finally {
    transport.close()
  }
}
