// Sends a prepared quote to the customer, who can then accept it.
import { sendQuote as runSendQuote } from '../commerce/quote/staff-actions.js'
import { defineAction } from './define-action.js'
import { quoteArgument, suggestQuoteStep } from './arguments.js'
import type { QuoteOutcome } from '../commerce/quote/find.js'
import { formatCallerName } from '../foundation/access.js'
import { ServiceContext } from '../storage/service-context.js'

export const sendQuote = defineAction({
  name: 'send-quote',
  description:
    'Sends a requested quote, which can then be accepted, and triggers the usual mails and observers. ' +
    'It expires as prepared, otherwise after quote_validity_days.',
  input: { quote_id: quoteArgument() },
  hints: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
  needs: { all: ['orders:write'] },
  where: 'commerce',
  // Not a tool: a quote commits the shop to its prices, so a person of the shop decides.
  tool: false,
  command: 'svc:quote:send',
  example: { quote_id: 1 },
  nextStep: suggestQuoteStep,
  run: async ({ context, caller }, { quote_id }): Promise<QuoteOutcome> =>
    runSendQuote(new ServiceContext(context, { author: formatCallerName(caller) }), quote_id),
})
