// Tasks that delete old records of access and requests.
import { deleteExpiredAuditEntries } from '../storage/audit-trail.js'
import { defineTask } from './define-task.js'
import { formatIsoTime } from '../foundation/clock.js'
import { deleteExpiredAdminRows } from '../storage/admin/admin-sessions.js'
import { deleteRowsBefore } from '../storage/database/table-rows.js'
import { deleteExpiredCounters } from '../storage/counters.js'
import { deleteExpiredMails } from '../storage/mail-queue.js'
import { deleteExpiredResponses } from '../storage/idempotency.js'

export const forgetAuditTrail = defineTask({
  name: 'forget-audit-trail',
  description: 'Deletes audit trail entries that are older than the retention period.',
  every: 3600,
  async run({ context }) {
    await deleteExpiredAuditEntries(context)
  },
})

export const forgetExpiredAccess = defineTask({
  name: 'forget-expired-access',
  description: 'Deletes expired sessions, password links, pending registrations and other links, and undeliverable e-mails.',
  every: 3_600,
  async run({ context }) {
    const now = formatIsoTime(context.clock.now())
    for (const table of ['svc_account_tokens', 'svc_used_assertions', 'svc_pending_registrations']) {
      await deleteRowsBefore(context.database, table, 'expires', now)
    }
    await deleteExpiredCounters(context)
    await deleteExpiredAdminRows(context)
    await deleteExpiredMails(context)
  },
})

export const forgetIdempotencyKeys = defineTask({
  name: 'forget-idempotency-keys',
  description: 'Deletes stored replies that are older than 24 hours.',
  every: 3600,
  async run({ context }) {
    await deleteExpiredResponses(context)
  },
})
