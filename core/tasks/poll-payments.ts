// Asks payment providers about payments that are still pending, for those whose report was lost or never comes.
import { Work } from '../storage/work.js'
import { defineTask } from '../task/define.js'

export const pollPayments = defineTask({
  name: 'poll-payments',
  description: 'Asks payment providers about payments of the last week that are still pending, 100 in a round.',
  every: 120,
  async run({ context, signal }) {
    await (await import('../commerce/payment/poll.js')).pollPayments(new Work(context), { signal })
  },
})
