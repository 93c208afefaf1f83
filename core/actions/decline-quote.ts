// Declines a quote on behalf of the shop.
import { declineQuote as runDeclineQuote } from '../commerce/quote/staff-actions.js'
import { defineAction } from './define-action.js'
import { quoteArgument, suggestQuoteStep } from './arguments.js'
import type { QuoteOutcome } from '../commerce/quote/find.js'
import { formatCallerName } from '../foundation/access.js'
import { ServiceContext } from '../storage/service-context.js'

export const declineQuote = defineAction({
  name: 'decline-quote',
  description: 'Declines a requested or sent quote and triggers the usual mails and observers.',
  input: { quote_id: quoteArgument() },
  hints: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
  needs: { all: ['orders:write'] },
  where: 'commerce',
  // Not a tool: a quote commits the shop to its prices, so a person of the shop decides.
  tool: false,
  command: 'svc:quote:decline',
  example: { quote_id: 1 },
  nextStep: suggestQuoteStep,
  run: async ({ context, caller }, { quote_id }): Promise<QuoteOutcome> =>
    runDeclineQuote(new ServiceContext(context, { author: formatCallerName(caller) }), quote_id),
})
