// Prepares a quote that was requested, before it is sent: validity, an answer, a special discount, another price of delivery.
import { defineAction } from '../action/define.js'
import type { QuoteOutcome } from '../commerce/quote/staff.js'
import { datetime } from '../model/properties/datetime.js'
import { decimal, number } from '../model/properties/number.js'
import { string } from '../model/properties/string.js'
import { Work } from '../storage/work.js'
import { quoteArgument, quoteNextStep } from '../action/quote.js'
import { callerName } from '../ground/access/caller.js'

export const prepareQuote = defineAction({
  name: 'prepare-quote',
  description:
    'Prepares a quote that was requested: how long it will hold, an answer, a special discount, another price of delivery. ' +
    "Amounts are net and in the quote's currency; what is left out stays as it is, and nothing else of the quote is priced anew.",
  input: {
    quote_id: quoteArgument(),
    validity_days: number('Validity in days', { min: 1, max: 3_650, help: 'From the day on that it is sent.' }),
    valid_until: datetime('Valid until', { help: 'In place of the days.' }),
    answer: string('Answer', { long: true, help: 'What the shop writes to the customer.' }),
    discount_net: decimal('Discount net', { min: 0, help: "In place of the customer group's discount, which 0 brings back." }),
    discount_percent: decimal('Discount in per cent', { min: 0, max: 100, help: 'In place of an amount.' }),
    discount_title: string('Discount', { help: 'What the special discount is called.' }),
    delivery_net: decimal('Delivery net', { min: 0, help: 'In place of what the shipping method costs.' }),
    delivery_title: string('Delivery', { help: 'What the delivery is called.' }),
  },
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  needs: { all: ['orders:write'] },
  where: 'commerce',
  tool: false,
  command: 'svc:quote:prepare',
  example: { quote_id: 1, validity_days: 14, discount_percent: 5, discount_title: 'Project discount' },
  nextStep: quoteNextStep,
  run: async ({ context, caller }, { quote_id, ...input }): Promise<QuoteOutcome> =>
    (await import('../commerce/quote/prepare.js')).prepareQuote(
      new Work(context, { author: callerName(caller) }),
      quote_id,
      input,
    ),
})
