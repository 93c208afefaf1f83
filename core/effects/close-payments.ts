// The payments that follow an order which people set to paid or cancelled.
import { closePayments } from '../commerce/payment/close.js'
import { defineEffect } from '../commerce/state/define.js'

export const closePaymentsEffect = defineEffect({
  name: 'close-payments',
  description:
    'Ends a pending payment of which no provider reports when its order is set to paid or cancelled: both say the same for ever.',
  on: 'sales-order',
  to: ['paid', 'cancelled'],
  async run(work, { id, to }) {
    if (to === 'paid' || to === 'cancelled') await closePayments(work, id, to)
  },
})
