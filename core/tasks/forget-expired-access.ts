// Deletes expired sessions, password resets, pending registrations, links, used assertions and rate limit counts, and undeliverable mails.
import { formatIsoTime } from '../foundation/clock.js'
import { forgetOldAdmin } from '../storage/admin/sessions.js'
import { forgetBefore } from '../storage/database/forget.js'
import { forgetOldCounts } from '../storage/counts.js'
import { forgetOldMail } from '../storage/mail-queue.js'
import { defineTask } from '../task/define.js'

export const forgetExpiredAccess = defineTask({
  name: 'forget-expired-access',
  description:
    'Deletes expired sessions, password resets, pending registrations, links, used assertions and rate limit counts, and undeliverable mails.',
  every: 3_600,
  async run({ context }) {
    const now = formatIsoTime(context.clock.now())
    for (const table of ['svc_account_tokens', 'svc_used_assertions', 'svc_pending_registrations']) {
      await forgetBefore(context.database, table, 'expires', now)
    }
    await forgetOldCounts(context)
    await forgetOldAdmin(context)
    await forgetOldMail(context)
  },
})
