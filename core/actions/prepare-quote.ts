// Prepares a requested quote before it is sent: validity, reply, special discount, delivery price.
import { prepareQuote as runPrepareQuote } from '../commerce/quote/prepare.js'
import { defineAction } from './define-action.js'
import type { QuoteOutcome } from '../commerce/quote/find.js'
import { datetime } from '../model/properties/datetime.js'
import { decimal, number } from '../model/properties/number.js'
import { string } from '../model/properties/string.js'
import { ServiceContext } from '../storage/service-context.js'
import { quoteArgument, suggestQuoteStep } from './arguments.js'
import { formatCallerName } from '../foundation/access.js'

export const prepareQuote = defineAction({
  name: 'prepare-quote',
  description:
    'Prepares a requested quote: validity, reply, special discount, delivery price. ' +
    "Amounts are net and in the quote's currency. Fields that are left out remain unchanged, and other prices are not recalculated.",
  input: {
    quote_id: quoteArgument(),
    validity_days: number('Validity in days', { min: 1, max: 3_650, help: 'Counted from the day of sending.' }),
    valid_until: datetime('Valid until', {
      dates: true,
      help: 'Instead of the number of days. A date includes that day in the time zone of the shop.',
    }),
    answer: string('Answer', { long: true, help: "The shop's reply to the customer." }),
    discount_net: decimal('Discount net', { min: 0, help: "Replaces the customer group's discount. 0 restores it." }),
    discount_percent: decimal('Discount in per cent', { min: 0, max: 100, help: 'Instead of an amount.' }),
    discount_title: string('Discount', { help: 'The title of the special discount.' }),
    delivery_net: decimal('Delivery net', { min: 0, help: 'Replaces the price of the shipping method.' }),
    delivery_title: string('Delivery', { help: 'The title of the delivery.' }),
  },
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  needs: { all: ['orders:write'] },
  where: 'commerce',
  // Not a tool: a quote commits the shop to its prices, so a person of the shop decides.
  tool: false,
  command: 'svc:quote:prepare',
  example: { quote_id: 1, validity_days: 14, discount_percent: 5, discount_title: 'Project discount' },
  nextStep: suggestQuoteStep,
  run: async ({ context, caller }, { quote_id, ...input }): Promise<QuoteOutcome> =>
    runPrepareQuote(new ServiceContext(context, { author: formatCallerName(caller) }), quote_id, input),
})
