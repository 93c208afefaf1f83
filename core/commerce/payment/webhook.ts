// Receives webhook reports from payment providers: verified by the provider, then settled like every other report.
import { NotFoundError, ValidationError } from '../../foundation/errors.js'
import type { Work } from '../../storage/work.js'
import type { Delivery, PaymentNotice, PaymentWebhook } from './define.js'
import { callProvider, cleanReport, ProviderFailure } from './outbound.js'
import { findNamed } from './rows.js'
import { type Params, requireParams, type ServedMethod, servedMethod } from './served.js'
import { settlePayment } from './settle.js'

/** Milliseconds that verification may take. It is a computation, or one call to the provider. */
const patience = 10_000
/** Maximum number of reports in one delivery. */
const mostNotices = 100
const longestId = 255

export interface ReportingMethod extends ServedMethod {
  readonly webhook: PaymentWebhook<Params>
}

/** The payment method of a webhook address. NOT_FOUND unless it belongs to this provider and the provider has a webhook. */
export async function reportingMethod(work: Work, connector: string, id: number): Promise<ReportingMethod> {
  const method = await servedMethod(work, id)
  const { webhook } = method.provider
  if (method.connector !== connector || !webhook) throw new NotFoundError('No payment provider reports here.')
  return { ...method, webhook }
}

/** A report that failed verification. The message is the same for every reason. */
export class NotGenuine extends ValidationError {
  constructor() {
    const message =
      'The report was not accepted: its signature does not fit the body, its time is not near, or it cannot be read.'
    super([{ field: 'signature', code: 'NOT_ACCEPTED', message }])
  }
}

/**
 * Applies a delivery. Reports that were applied before change nothing. @returns the number of reports in it @throws NotGenuine; NOT_FOUND
 * if a payment does not exist yet; NOT_READY if an earlier report is missing. The provider must send the last two again
 */
export async function receiveDelivery(work: Work, method: ReportingMethod, delivery: Delivery): Promise<number> {
  const notices = await genuineNotices(work, method, delivery)
  let missing = 0
  for (const { id: event, reference, key, report } of notices) {
    const id = await findNamed(work, method, { reference, key })
    if (id === null) missing += 1
    else {
      const clean = cleanReport(report, method.params)
      await work.transact((inside) => settlePayment(inside, id, clean, { source: 'webhook', event }))
    }
  }
  if (missing > 0) throw new NotFoundError('There is no such payment here yet. Send the report again later.')
  return notices.length
}

async function genuineNotices(work: Work, method: ReportingMethod, delivery: Delivery): Promise<readonly PaymentNotice[]> {
  const { params, webhook, connector, id } = method
  const now = work.now
  const call = (signal: AbortSignal) => {
    requireParams(method)
    return webhook.read({ params, signal, now }, delivery)
  }
  try {
    const read = await callProvider(work, { params, milliseconds: patience, call })
    const sound = read?.every((notice) => notice.id !== '' && notice.id.length <= longestId) && read.length <= mostNotices
    if (read && sound) return read
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    work.context.log.warn({ connector, method: id, reason: error.message }, 'A report of a payment provider could not be read.')
  }
  throw new NotGenuine()
}
