// Credits the invoice of a cancelled order.
import { creditRemainder } from '../commerce/credit-note/write-credit-note.js'
import { defineEffect } from '../commerce/state/define.js'

export const creditOrderEffect = defineEffect({
  name: 'credit-order',
  description:
    'Writes a credit note of everything left on the invoice of a cancelled order. Its number must be neither lost nor used twice.',
  on: 'sales-order',
  to: ['cancelled'],
  run: (transaction, { id }) => creditRemainder(transaction, id),
})
