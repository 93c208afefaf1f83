// Deletes stored replies of requests with an Idempotency-Key after a day.
import { deleteExpiredResponses } from '../storage/idempotency.js'
import { defineTask } from './define-task.js'

export const forgetIdempotencyKeys = defineTask({
  name: 'forget-idempotency-keys',
  description: 'Deletes stored replies that are older than 24 hours.',
  every: 3600,
  async run({ context }) {
    await deleteExpiredResponses(context)
  },
})
