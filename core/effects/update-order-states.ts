// Derives the payment and fulfilment states of an order when its status changes.
import { updateOrderStates } from '../commerce/order/order-states.js'
import { defineEffect } from '../commerce/state/define.js'

export const updateOrderStatesEffect = defineEffect({
  name: 'update-order-states',
  description: 'Derives the payment and fulfilment states of an order, so that they never contradict its status.',
  on: 'sales-order',
  to: ['paid', 'incorrect_amount', 'unsupported_currency', 'confirmed', 'shipped', 'cancelled', 'refunded'],
  run: (transaction, { id }) => updateOrderStates(transaction, id),
})
