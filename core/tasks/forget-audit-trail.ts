// Forgets entries of the audit trail after the days that the setting says.
import { forgetTrail } from '../storage/audit-trail.js'
import { defineTask } from '../task/define.js'

export const forgetAuditTrail = defineTask({
  name: 'forget-audit-trail',
  description: 'Deletes entries of the audit trail that are older than auditDays.',
  every: 3600,
  async run({ context }) {
    await forgetTrail(context)
  },
})
