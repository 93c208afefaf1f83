// Payments: refunds, outcomes of offline payments, and the settings of providers.
export { listIncompleteMethods } from '../commerce/payment/incomplete-methods.js'
export { type ManualSettlement, settleManually } from '../commerce/payment/manual-settlement.js'
export { providerSettings } from '../commerce/payment/provider-settings.js'
export { refundPayment, type RefundReport } from '../commerce/payment/refund.js'
export { applyDelivery, loadWebhookMethod, type WebhookMethod } from '../commerce/payment/webhook.js'
export { toWebhookPath } from '../model/payment/declaration.js'
