// Ships everything that is not yet shipped when staff set an order to shipped.
import { shipRemainder } from '../commerce/shipment/shipments.js'
import { defineEffect } from '../commerce/state/define.js'

export const shipOrderEffect = defineEffect({
  name: 'ship-order',
  description: 'Creates a shipment of everything not yet shipped, so that the status and the shipments agree.',
  on: 'sales-order',
  to: ['shipped'],
  run: (transaction, { id }) => shipRemainder(transaction, id),
})
