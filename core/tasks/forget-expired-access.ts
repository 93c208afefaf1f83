// Forgets sessions, password resets and used assertions whose time is over.
import { isoTime } from '../ground/clock.js'
import { defineTask } from '../task/define.js'

export const forgetExpiredAccess = defineTask({
  name: 'forget-expired-access',
  description: 'Deletes sessions, password resets and used assertions that have expired.',
  every: 3_600,
  async run({ context }) {
    const now = isoTime(context.clock.now())
    for (const table of ['svc_account_tokens', 'svc_used_assertions']) {
      await context.database.run(`DELETE FROM ${table} WHERE expires < ?`, [now])
    }
  },
})
