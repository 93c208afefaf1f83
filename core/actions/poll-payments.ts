// Polls payment providers for pending payments.
import { pollPayments as runPollPayments } from '../commerce/payment/poll.js'
import { defineAction } from './define-action.js'
import { pollLimit, maxPollAgeMinutes, type PollReport } from '../commerce/payment/define.js'
import { number } from '../model/properties/number.js'
import { ServiceContext } from '../storage/service-context.js'

export const pollPayments = defineAction({
  name: 'poll-payments',
  description:
    'Polls all payment providers for pending payments, and captures or releases authorized ones. Use it when a report seems lost. ' +
    "Outcomes are added to the payment's timeline.",
  input: {
    minutes: number('Minutes', {
      min: 1,
      max: 525_600,
      help: `Maximum age of the payment in minutes. Default ${maxPollAgeMinutes} (a week).`,
    }),
    limit: number('Limit', { min: 1, max: 1_000, help: `Maximum number of payments. Default ${pollLimit}.` }),
  },
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: true },
  needs: { all: ['orders:write'] },
  where: 'commerce',
  command: 'svc:payments:poll',
  example: { minutes: 60 },
  run: async ({ context }, { minutes, limit }): Promise<PollReport> =>
    runPollPayments(new ServiceContext(context), { minutes, limit }),
})
