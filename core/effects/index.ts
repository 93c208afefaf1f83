// The effects of core, in the order in which they run.
import type { Effect } from '../commerce/state/define.js'
import { closePaymentsEffect } from './close-payments.js'
import { creditOrderEffect } from './credit-order.js'
import { notifyOfOrder, notifyOfQuote } from './notify.js'
import { shipOrderEffect } from './ship-order.js'
import { updateOrderStatesEffect } from './update-order-states.js'
import { writeInvoiceEffect } from './write-invoice.js'

export const effects: readonly Effect[] = [
  writeInvoiceEffect,
  closePaymentsEffect,
  creditOrderEffect,
  shipOrderEffect,
  updateOrderStatesEffect,
  notifyOfOrder,
  notifyOfQuote,
]
