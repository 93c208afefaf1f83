// The effects of core, in the order in which they run.
import type { Effect } from '../commerce/state/define.js'
import { closePaymentsEffect, creditOrderEffect, shipOrderEffect, updateOrderStatesEffect, writeInvoiceEffect } from './orders.js'
import { notifyOfOrder, notifyOfQuote } from './notify.js'

export const effects: readonly Effect[] = [
  writeInvoiceEffect,
  closePaymentsEffect,
  creditOrderEffect,
  shipOrderEffect,
  updateOrderStatesEffect,
  notifyOfOrder,
  notifyOfQuote,
]
