// Polls payment providers for pending payments whose report was lost or is never sent.
import { pollPayments as runPollPayments } from '../commerce/payment/poll.js'
import { ServiceContext } from '../storage/service-context.js'
import { defineTask } from './define-task.js'

export const pollPayments = defineTask({
  name: 'poll-payments',
  description:
    'Checks pending payments of the last week, captures and releases authorized ones, and finds refunds of the last 90 days, 100 per run.',
  every: 120,
  async run({ context, signal }) {
    await runPollPayments(new ServiceContext(context), { signal })
  },
})
