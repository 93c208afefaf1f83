// Loads the due mails. Mails with a secret are written here, right before they are sent.
import type { Context } from '../../storage/context.js'
import { mailSent, type QueuedMail, type DueMail, loadDueMails } from '../../storage/mail-queue.js'
import { registrationPurpose, resetPurpose } from './account-mail.js'
import { writeResetMail } from './write-reset.js'
import { writeRegistrationMail } from './write-registration.js'

type MailWriter = (context: Context, waiting: DueMail) => Promise<QueuedMail | null>

const mailWriters: ReadonlyMap<string, MailWriter> = new Map<string, MailWriter>([
  ['', (_context, { purpose: _purpose, created: _created, ...mail }) => Promise.resolve(mail)],
  [resetPurpose, async (context, waiting) => writeResetMail(context, waiting)],
  [registrationPurpose, async (context, waiting) => writeRegistrationMail(context, waiting)],
])

/** At most `limit` due mails, oldest first. Mails that must not be sent are removed from the queue. */
export async function dueMails(context: Context, limit: number): Promise<readonly QueuedMail[]> {
  for (;;) {
    const waiting = await loadDueMails(context, limit)
    const mails: QueuedMail[] = []
    for (const queuedMail of waiting) {
      const mail = await mailWriters.get(queuedMail.purpose)?.(context, queuedMail)
      if (mail) mails.push(mail)
      else await mailSent(context, queuedMail)
    }
    if (mails.length > 0 || waiting.length === 0) return mails
  }
}
