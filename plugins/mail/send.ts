// One delivery run: sends the due messages, oldest first, over one connection.
import { type CompleteMail, type Context, dueMails, mailFailed, mailSent, type QueuedMail } from 'product-configurator-service'
import { type MailOptions, isTimeout, openTransport } from './transport.js'

/** Messages per run. If the mail server times out, the rest waits for the next run. */
const batchSize = 50

export interface SendOptions {
  readonly signal?: AbortSignal
  /** Prints the document of a mail. Default: mails have no files. */
  readonly attach?: (mail: QueuedMail) => Promise<CompleteMail>
}

export async function sendQueued(
  context: Context,
  options: MailOptions,
  { signal, attach = async (mail) => ({ ...mail, files: [] }) }: SendOptions = {},
): Promise<void> {
  const mails = await dueMails(context, batchSize)
  if (mails.length === 0) return
  const transport = openTransport(options)
  try {
    for (const mail of mails) {
      if (signal?.aborted) return
      try {
        const file = await context.timings.measure('mail', 'mail', async () => transport.send(await attach(mail)))
        if (file !== null) context.log.info({ mail: mail.id, file }, 'A message was written to a file.')
        await mailSent(context, mail)
      } catch (error) {
        context.log.warn({ err: error, mail: mail.id }, 'A message could not be sent. The service will retry.')
        await mailFailed(context, mail, error instanceof Error ? error.message : '')
        if (isTimeout(error)) return
      }
    }
  } finally {
    transport.close()
  }
}
