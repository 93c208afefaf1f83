// Records the outcome of an offline payment: received or failed.
import { createMessage, decimal, dropdown, string } from '#core/contract.js'
import { id, type ManualSettlement } from '#core/surface.js'
import { defineCliCommand, withoutStarts } from '../command.js'

export const paymentSettle = defineCliCommand({
  name: 'svc:payment:settle',
  description: 'Records the outcome of a payment, like a report of its provider. The order is updated.',
  positional: ['payment_id', 'status'],
  options: {
    payment_id: id('The id of the payment', { required: true }),
    status: dropdown('What became of it', {
      choices: { paid: 'Paid', failed: 'Failed', cancelled: 'Cancelled' },
      required: true,
    }),
    amount: decimal('Amount', { min: 0, help: 'What came; what was to be paid if left out.' }),
    currency: string('Currency', {
      pattern: { expression: '^[A-Z]{3}$', words: createMessage('fields.currencyCode') },
      help: 'In which it came; that of the payment if left out.',
    }),
    message: string('Message', { help: 'For the timeline.' }),
  },
  examples: ['svc:payment:settle 12 paid', 'svc:payment:settle 12 paid --amount 118 --message "Fee taken by the bank"'],
  text: ({ payment_id, status, changed, remark }: ManualSettlement) =>
    [`Payment ${payment_id} is '${status}'${changed ? '' : ', as it was'}.`, remark].filter((part) => part !== '').join(' '),
  async run({ open, options: { payment_id, status, amount, currency, message } }) {
    const { settleManually } = await import('#core/surface.js')
    const app = await open(withoutStarts)
    return settleManually(app.shop.visit({}), payment_id, { status, amount, currency, message })
  },
})
