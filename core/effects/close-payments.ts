// Closes pending offline payments when staff set their order to paid or cancelled.
import { closePayments } from '../commerce/payment/close.js'
import { defineEffect } from '../commerce/state/define.js'

export const closePaymentsEffect = defineEffect({
  name: 'close-payments',
  description:
    'Ends a pending payment without provider reports when its order is set to paid or cancelled, to keep both consistent.',
  on: 'sales-order',
  to: ['paid', 'cancelled'],
  async run(transaction, { id, to }) {
    if (to === 'paid' || to === 'cancelled') await closePayments(transaction, id, to)
  },
})
