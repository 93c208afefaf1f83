// Deletes audit entries after the number of days in the setting.
import { deleteExpiredAuditEntries } from '../storage/audit-trail.js'
import { defineTask } from './define-task.js'

export const forgetAuditTrail = defineTask({
  name: 'forget-audit-trail',
  description: 'Deletes audit trail entries that are older than the retention period.',
  every: 3600,
  async run({ context }) {
    await deleteExpiredAuditEntries(context)
  },
})
