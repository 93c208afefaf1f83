// The actions of core: readers, writers, then maintenance. Each is an MCP tool, a command or an in-process call.
import type { Action } from './define-action.js'
import { addDefaultNotifications } from './add-default-notifications.js'
import { applyMigrations } from './apply-migrations.js'
import { cancelShipment } from './cancel-shipment.js'
import { changePrices } from './change-prices.js'
import { clearCache } from './clear-cache.js'
import { convertCharset } from './convert-charset.js'
import { copyRecord } from './copy-record.js'
import { createEntity } from './create-entity.js'
import { createShipment } from './create-shipment.js'
import { declineQuote } from './decline-quote.js'
import { deleteEntity } from './delete-entity.js'
import { deleteProductDeep } from './delete-product-deep.js'
import { describeCalculations } from './describe-calculations.js'
import { describeCustomization } from './describe-customization.js'
import { describeEntity } from './describe-entity.js'
import { describeInstall } from './describe-install.js'
import { describeRules } from './describe-rules.js'
import { explainConfiguration } from './explain-configuration.js'
import { getCalculation } from './get-calculation.js'
import { getEntity } from './get-entity.js'
import { listEntities } from './list-entities.js'
import { pollPayments } from './poll-payments.js'
import { prepareQuote } from './prepare-quote.js'
import { proveProduct } from './prove-product.js'
import { purgeOrphanedStrings } from './purge-orphaned-strings.js'
import { refundOrder } from './refund-order.js'
import { reviseQuote } from './revise-quote.js'
import { sendQuote } from './send-quote.js'
import { setCalculation } from './set-calculation.js'
import { setOrderStatus } from './set-order-status.js'
import { setSystemVar } from './set-system-var.js'
import { simulateProduct } from './simulate-product.js'
import { unblockMigrations } from './unblock-migrations.js'
import { updateEntity } from './update-entity.js'
import { updateOrder } from './update-order.js'
import { updateShipment } from './update-shipment.js'

export const actions: readonly Action<never>[] = [
  describeEntity,
  listEntities,
  getEntity,
  describeRules,
  describeCalculations,
  getCalculation,
  describeCustomization,
  explainConfiguration,
  proveProduct,
  simulateProduct,
  createEntity,
  updateEntity,
  deleteEntity,
  setCalculation,
  deleteProductDeep,
  changePrices,
  copyRecord,
  describeInstall,
  clearCache,
  applyMigrations,
  unblockMigrations,
  convertCharset,
  purgeOrphanedStrings,
  setSystemVar,
  setOrderStatus,
  updateOrder,
  createShipment,
  updateShipment,
  cancelShipment,
  refundOrder,
  pollPayments,
  prepareQuote,
  sendQuote,
  declineQuote,
  reviseQuote,
  addDefaultNotifications,
]
