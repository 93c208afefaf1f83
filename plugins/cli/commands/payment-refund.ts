// Refunds a payment in whole or in part.
import { decimal } from '#core/contract.js'
import { id, type RefundReport } from '#core/surface.js'
import { defineCliCommand, withoutStarts } from '../command.js'

export const paymentRefund = defineCliCommand({
  name: 'svc:payment:refund',
  description: 'Refunds a payment. If its provider cannot refund, records a refund that was made by hand.',
  positional: ['payment_id'],
  options: {
    payment_id: id('The id of the payment', { required: true }),
    amount: decimal('Amount', { help: 'In the currency that was received; all that is left if left out.' }),
  },
  examples: ['svc:payment:refund 12', 'svc:payment:refund 12 --amount 19.90'],
  text: ({ payment_id, status, refunded, received, currency, by_hand }: RefundReport) =>
    `Of payment ${payment_id}, ${refunded} of ${received} ${currency} are paid back; it is '${status}'.` +
    (by_hand ? ' Its provider pays nothing back: somebody has to transfer the money.' : ''),
  async run({ open, options }) {
    const { refundPayment } = await import('#core/surface.js')
    const app = await open(withoutStarts)
    return refundPayment(app.shop.visit({}), options.payment_id, options.amount ?? null)
  },
})
