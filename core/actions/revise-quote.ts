// Replaces a quote with a new one that can be prepared and sent again.
import { reviseQuote as runReviseQuote } from '../commerce/quote/staff-actions.js'
import { defineAction } from './define-action.js'
import { quoteArgument, suggestQuoteStep } from './arguments.js'
import type { QuoteOutcome } from '../commerce/quote/find.js'
import { formatCallerName } from '../foundation/access.js'
import { ServiceContext } from '../storage/service-context.js'

export const reviseQuote = defineAction({
  name: 'revise-quote',
  description:
    'Replaces a quote with a new, requested one with the same frozen lines and concessions, so it can be prepared again. ' +
    'An open old quote is declined; an accepted one is refused.',
  input: { quote_id: quoteArgument() },
  hints: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
  needs: { all: ['orders:write'] },
  where: 'commerce',
  // Not a tool: a quote commits the shop to its prices, so a person of the shop decides.
  tool: false,
  command: 'svc:quote:revise',
  example: { quote_id: 1 },
  nextStep: suggestQuoteStep,
  run: async ({ context, caller }, { quote_id }): Promise<QuoteOutcome> =>
    runReviseQuote(new ServiceContext(context, { author: formatCallerName(caller) }), quote_id),
})
