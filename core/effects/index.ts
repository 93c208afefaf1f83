// The effects of core, in the order in which they run.
import { notifyOfOrderEffect, notifyOfQuoteEffect } from '../commerce/notification/notify.js'
import type { Effect } from '../commerce/state/define.js'
import { closePaymentsEffect, creditOrderEffect, shipOrderEffect, updateOrderStatesEffect, writeInvoiceEffect } from './orders.js'

export const effects: readonly Effect[] = [
  writeInvoiceEffect,
  closePaymentsEffect,
  creditOrderEffect,
  shipOrderEffect,
  updateOrderStatesEffect,
  notifyOfOrderEffect,
  notifyOfQuoteEffect,
]
