// Polls payment providers for pending payments whose report was lost or is never sent.
import { Work } from '../storage/work.js'
import { defineTask } from '../task/define.js'

export const pollPayments = defineTask({
  name: 'poll-payments',
  description: 'Polls payment providers for pending payments of the last week, 100 per round.',
  every: 120,
  async run({ context, signal }) {
    await (await import('../commerce/payment/poll.js')).pollPayments(new Work(context), { signal })
  },
})
