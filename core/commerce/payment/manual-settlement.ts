// Records the outcome of a payment by hand, for providers that do not report: the money was received, or never will be.
import { createMessage } from '../../foundation/message.js'
import { NotFoundError } from '../../foundation/errors.js'
import { payment as paymentEntity } from '../../model/entities/orders/payment.js'
import type { ServiceContext } from '../../storage/service-context.js'
import type { PaymentReport } from './define.js'
import { settlePayment } from './settle.js'

export interface ManualOutcome {
  readonly status: 'paid' | 'failed' | 'cancelled'
  /** Received amount. Default: the amount of the payment. */
  readonly amount?: number | undefined
  /** Currency of the received amount. Default: the payment's currency. */
  readonly currency?: string | undefined
  readonly message?: string | undefined
}

export interface ManualSettlement {
  readonly payment_id: number
  readonly status: string
  /** False if this outcome was recorded before. */
  readonly changed: boolean
  /** A remark for staff. Empty: nothing to check. */
  readonly remark: string
}

/** Settles a payment like a provider's report: validated, forward only, and with its effects on the order. */
export async function settleManually(work: ServiceContext, id: number, settlement: ManualOutcome): Promise<ManualSettlement> {
  const record = await work.read(paymentEntity, id)
  if (!record) throw new NotFoundError(createMessage('errors.noPayment', { id }))
  const { amount, currency_code } = record.values
  const note = settlement.message === undefined ? {} : { message: settlement.message }
  const report: PaymentReport =
    settlement.status === 'paid'
      ? { status: 'paid', amount: settlement.amount ?? amount ?? 0, currency: settlement.currency ?? currency_code, ...note }
      : { status: settlement.status, ...note }
  const changed = await work.transact((inside) => settlePayment(inside, id, report, { source: 'person' }))
  const after = await work.read(paymentEntity, id)
  return { payment_id: id, status: after?.values.status ?? '', changed, remark: after?.values.remark ?? '' }
}
