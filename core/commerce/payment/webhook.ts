// Receives webhook reports from payment providers: verified by the provider, or requested from it, then settled like every other report.
import { createIssue, NotFoundError, ServiceError, ValidationError } from '../../foundation/errors.js'
import { payment as paymentEntity } from '../../model/entities/orders/payment.js'
import type { ServiceContext } from '../../storage/service-context.js'
import type { Delivery, PaymentNotice, PaymentWebhook, SignedWebhook, UnsignedWebhook } from './define.js'
import {
  callProvider,
  removeReportSecrets,
  ProviderError,
  type ProviderParams,
  requestReports,
  requireParams,
  type MethodWithProvider,
  loadMethodWithProvider,
} from './provider.js'
import { findPaymentByProviderIds } from './rows.js'
import { settlePayment } from './settle.js'
import { createMessage } from '../../foundation/message.js'

/** Milliseconds that verification may take, or the request for the state of a payment. */
const verificationTimeout = 10_000
/** Maximum number of reports in one delivery. */
const maxNotices = 100
const maxIdLength = 255

export interface WebhookMethod extends MethodWithProvider {
  readonly webhook: PaymentWebhook<ProviderParams>
}

/** The payment method of a webhook address. NOT_FOUND unless it belongs to this provider and the provider has a webhook. */
export async function loadWebhookMethod(work: ServiceContext, connector: string, id: number): Promise<WebhookMethod> {
  const method = await loadMethodWithProvider(work, id)
  const { webhook } = method.provider
  if (method.connector !== connector || !webhook) throw new NotFoundError(createMessage('errors.noWebhook'))
  return { ...method, webhook }
}

/** A report that failed verification. The message is the same for every reason. */
class WebhookVerificationError extends ValidationError {
  constructor() {
    super([createIssue('signature', createMessage('errors.webhookNotAccepted'), 'NOT_ACCEPTED')])
  }
}

/**
 * Applies a delivery. Reports that were applied before change nothing. @returns the number of reports in it @throws WebhookVerificationError; NOT_FOUND
 * if a payment does not exist yet; NOT_READY if an earlier report is missing or the provider does not answer. The provider must send the
 * last two again
 */
export async function applyDelivery(work: ServiceContext, method: WebhookMethod, delivery: Delivery): Promise<number> {
  const { webhook } = method
  if ('findReference' in webhook) return applyNamedPayment(work, method, webhook, delivery)
  const notices = await verifyNotices(work, method, webhook, delivery)
  let missing = 0
  for (const { id: event, reference, key, report } of notices) {
    const id = await findPaymentByProviderIds(work, method, { reference, key })
    if (id === null) missing += 1
    else {
      const clean = removeReportSecrets(report, method.params)
      await work.transact((inside) => settlePayment(inside, id, clean, { source: 'webhook', event }))
    }
  }
  if (missing > 0) throw new NotFoundError(createMessage('errors.webhookPaymentUnknown'))
  return notices.length
}

/** The provider names a payment. Its state is requested, so a forged delivery has no effect, and a repeated one changes nothing. */
async function applyNamedPayment(
  work: ServiceContext,
  method: WebhookMethod,
  webhook: UnsignedWebhook,
  delivery: Delivery,
): Promise<number> {
  const reference = webhook.findReference(delivery)
  if (reference === null || reference === '') throw new WebhookVerificationError()
  const id = await findPaymentByProviderIds(work, method, { reference })
  const payment = id === null ? null : await work.read(paymentEntity, id)
  if (!payment) throw new NotFoundError(createMessage('errors.webhookPaymentUnknown'))
  const reports = await requestReports(work, method, payment.values, { milliseconds: verificationTimeout }).catch(
    (error: unknown) => {
      if (!(error instanceof ProviderError)) throw error
      const fields = { payment: payment.values.id, connector: method.connector, reason: error.message }
      work.context.log.warn(fields, 'The status of a payment could not be requested from its provider.')
      throw new ServiceError('NOT_READY', createMessage('errors.webhookNotFetched'))
    },
  )
  await work.transact(async (inside) => {
    for (const report of reports) await settlePayment(inside, payment.values.id, report, { source: 'webhook' })
  })
  return 1
}

async function verifyNotices(
  work: ServiceContext,
  method: WebhookMethod,
  webhook: SignedWebhook<ProviderParams>,
  delivery: Delivery,
): Promise<readonly PaymentNotice[]> {
  const { params, connector, id } = method
  const now = work.now
  const call = (signal: AbortSignal) => {
    requireParams(method)
    return webhook.read({ params, signal, now }, delivery)
  }
  try {
    const read = await callProvider(work, { params, milliseconds: verificationTimeout, call })
    const sound = read?.every((notice) => notice.id !== '' && notice.id.length <= maxIdLength) && read.length <= maxNotices
    if (read && sound) return read
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    work.context.log.warn({ connector, method: id, reason: error.message }, 'A report of a payment provider could not be read.')
  }
  throw new WebhookVerificationError()
}
