// Asks payment providers again about payments that are still pending (spec 4.4).
import { defineAction } from '../action/define.js'
import { pollLimit, pollMinutes, type PollReport } from '../commerce/payment/define.js'
import { number } from '../model/properties/number.js'
import { Work } from '../storage/work.js'

export const pollPayments = defineAction({
  name: 'poll-payments',
  description:
    'Asks every payment provider about payments still pending; use it when a report seems lost. ' +
    'Outcomes stand on the timeline of the payment.',
  input: {
    minutes: number('Minutes', {
      min: 1,
      max: 525_600,
      help: `Begun within so many minutes; ${pollMinutes} (a week) if left out.`,
    }),
    limit: number('Limit', { min: 1, max: 1_000, help: `Payments at most; ${pollLimit} if left out.` }),
  },
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: true },
  needs: { all: ['orders:write'] },
  where: 'commerce',
  command: 'svc:payments:poll',
  example: { minutes: 60 },
  run: async ({ context }, { minutes, limit }): Promise<PollReport> =>
    (await import('../commerce/payment/poll.js')).pollPayments(new Work(context), { minutes, limit }),
})
