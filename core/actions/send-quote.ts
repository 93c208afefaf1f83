// Sends a quote to whoever asked for it: from then on it can be accepted.
import { defineAction } from '../action/define.js'
import { quoteArgument, quoteNextStep } from '../action/quote.js'
import type { QuoteOutcome } from '../commerce/quote/staff.js'
import { callerName } from '../ground/access/caller.js'
import { Work } from '../storage/work.js'

export const sendQuote = defineAction({
  name: 'send-quote',
  description:
    'Sends a quote that was requested: it can be accepted until it ends, and mails and observers follow. ' +
    'It ends as it was prepared, else after the days of the setting quote_validity_days.',
  input: { quote_id: quoteArgument() },
  hints: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
  needs: { all: ['orders:write'] },
  where: 'commerce',
  tool: false,
  command: 'svc:quote:send',
  example: { quote_id: 1 },
  nextStep: quoteNextStep,
  run: async ({ context, caller }, { quote_id }): Promise<QuoteOutcome> =>
    (await import('../commerce/quote/answer.js')).sendQuote(new Work(context, { author: callerName(caller) }), quote_id),
})
