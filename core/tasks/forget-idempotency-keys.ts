// Forgets the answers to POSTs with an Idempotency-Key after a day.
import { isoTime } from '../ground/clock.js'
import { defineTask } from '../task/define.js'

const keptMilliseconds = 24 * 3_600_000

export const forgetIdempotencyKeys = defineTask({
  name: 'forget-idempotency-keys',
  description: 'Deletes stored answers that are older than 24 hours.',
  every: 3600,
  async run({ context: { clock, database } }) {
    await database.run('DELETE FROM svc_idempotency WHERE created < ?', [isoTime(clock.now() - keptMilliseconds)])
  },
})
