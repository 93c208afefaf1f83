// Payments: refunds, outcomes of offline payments, and the settings of providers.
export { staffPayments } from '../commerce/payment/capture.js'
export { type ManualSettlement } from '../commerce/payment/capture.js'
export { listIncompleteMethods } from '../commerce/checkout/offers.js'
export { providerSettings } from '../commerce/payment/provider-settings.js'
export { type RefundReport } from '../commerce/payment/refund.js'
export { applyDelivery, loadWebhookMethod, type WebhookMethod } from '../commerce/payment/webhook.js'
export { toWebhookPath } from '../model/payment/declaration.js'
