// Plans the steps of authorized payments, in the transaction that authorizes, ships or cancels. capture.ts carries them out.
import { NotFoundError } from '../../foundation/errors.js'
import { formatIsoTime } from '../../foundation/clock.js'
import { payment as paymentEntity } from '../../model/entities/orders/payment.js'
import type { ServiceContext, TransactionContext } from '../../storage/service-context.js'
import type { CaptureTime } from './define.js'
import { loadMethodWithProvider } from './method-with-provider.js'
import { listOrderPayments, type PaymentRecord } from './rows.js'

/** When the payment is captured after its authorization. `request` if its method was deleted or its provider cannot capture. */
export async function findCaptureTime(
  work: ServiceContext,
  { payment_method_id }: Pick<PaymentRecord, 'payment_method_id'>,
): Promise<CaptureTime> {
  try {
    const { provider, params } = await loadMethodWithProvider(work, payment_method_id)
    return provider.capture ? (provider.captureTime?.(params) ?? 'immediately') : 'request'
  } catch (error) {
    if (error instanceof NotFoundError) return 'request'
    throw error
  }
}

/** Plans the step for the authorized payments of a locked order. A release replaces a planned capture, and stays. */
export async function planSteps(
  work: ServiceContext & TransactionContext,
  orderId: number,
  step: 'capture' | 'release',
): Promise<void> {
  for (const { id, status, planned } of await listOrderPayments(work, orderId))
    if (status === 'authorized' && planned !== 'release')
      await work.write(paymentEntity, { planned: step, changed: formatIsoTime(work.now) }, { id })
}

/** Plans the capture of the authorized payments that are captured when their order is shipped. */
export async function planShipmentCaptures(work: ServiceContext & TransactionContext, orderId: number): Promise<void> {
  for (const payment of await listOrderPayments(work, orderId)) {
    if (payment.status !== 'authorized' || payment.planned !== '' || (await findCaptureTime(work, payment)) !== 'shipment')
      continue
    await work.write(paymentEntity, { planned: 'capture', changed: formatIsoTime(work.now) }, { id: payment.id })
  }
}
