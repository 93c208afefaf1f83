// Loads the due mails. Mails with a secret are written here, right before they are sent.
import type { Context } from '../../storage/context.js'
import { mailSent, type QueuedMail, type WaitingMail, waitingMails } from '../../storage/mail-queue.js'
import { registrationPurpose } from './registration-mail.js'
import { resetPurpose } from './reset-mail.js'

type Writer = (context: Context, waiting: WaitingMail) => Promise<QueuedMail | null>

const writers: ReadonlyMap<string, Writer> = new Map<string, Writer>([
  ['', (_context, { purpose: _purpose, created: _created, ...mail }) => Promise.resolve(mail)],
  [resetPurpose, async (context, waiting) => (await import('./write-reset.js')).writeReset(context, waiting)],
  [
    registrationPurpose,
    async (context, waiting) => (await import('./write-registration.js')).writeRegistration(context, waiting),
  ],
])

/** At most `limit` due mails, oldest first. Mails that must not be sent are removed from the queue. */
export async function dueMails(context: Context, limit: number): Promise<readonly QueuedMail[]> {
  for (;;) {
    const waiting = await waitingMails(context, limit)
    const mails: QueuedMail[] = []
    for (const one of waiting) {
      const mail = await writers.get(one.purpose)?.(context, one)
      if (mail) mails.push(mail)
      else await mailSent(context, one)
    }
    if (mails.length > 0 || waiting.length === 0) return mails
  }
}
