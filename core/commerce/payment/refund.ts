// Refunds received money, in whole or in part: through the provider if it can, else by hand, recorded here.
import { createMessage } from '../../foundation/message.js'
import { currencyStep, fromAmount, toAmount } from '../../engine/money/amount.js'
import { sha256 } from '../../foundation/digest.js'
import { NotFoundError, ServiceError, ValidationError } from '../../foundation/errors.js'
import { payment as paymentEntity } from '../../model/entities/orders/payment.js'
import { salesOrder } from '../../model/entities/orders/sales-order.js'
import { acquireLease } from '../../storage/database/lease.js'
import type { ServiceContext } from '../../storage/service-context.js'
import type { MoneyReport } from './define.js'
import { removeReportSecrets, ProviderError, loadMethodWithProvider, readPaymentFacts, callMethodProvider } from './provider.js'
import type { PaymentRecord } from './rows.js'
import { settlePayment } from './settle.js'

/** Milliseconds that a provider may take, and that this call waits for another refund to finish. */
const refundTimeout = 30_000

export interface RefundReport {
  readonly payment_id: number
  readonly status: string
  /** The total refunded so far, out of `received`. */
  readonly refunded: number
  readonly received: number
  readonly currency: string
  /** True if the provider cannot refund, so staff have to. */
  readonly by_hand: boolean
}

/**
 * Refunds an amount in the received currency; null refunds the rest. Only one refund runs at a time. The provider reports the total
 * refunded, and that total is stored, so a repeated call after a crash refunds nothing twice. A payment becomes `refunded` when its whole
 * amount was refunded, and the order when no payment has money left. Until then both stay unchanged. Call it outside of units.
 * VALIDATION_FAILED if the amount exceeds the rest or has more decimals than the currency, or if the total differs from `expected`
 * because of another refund. NOT_READY if the provider fails.
 * @param expected the total refunded so far, as the caller knows it
 */
export async function refundPayment(
  work: ServiceContext,
  id: number,
  amount: number | null = null,
  expected: number | null = null,
): Promise<RefundReport> {
  const lease = await acquireLease(work.context.database, 'refund payments', refundTimeout)
  if (!lease) throw new ServiceError('NOT_READY', createMessage('errors.refundRunning'))
  try {
    const currentWork = await work.at()
    const payment = await readPayment(currentWork, id)
    const refundAmount = computeRefundAmount(payment, amount, await readDecimals(currentWork, payment))
    if (expected !== null && toAmount(expected) !== toAmount(payment.refunded ?? 0)) {
      const values = { refunded: payment.refunded ?? 0, currency: payment.received_currency }
      throw ValidationError.of('amount', createMessage('errors.refundedMeanwhile', values), 'CHANGED')
    }
    const { report, byHand } = await refundThroughProvider(currentWork, payment, refundAmount)
    await currentWork.transact((inside) => settlePayment(inside, id, report, { source: 'person' }))
    return toRefundReport(await readPayment(currentWork, id), byHand)
  } finally {
    await lease.release()
  }
}

async function readPayment(work: ServiceContext, id: number): Promise<PaymentRecord> {
  const record = await work.read(paymentEntity, id)
  if (!record) throw new NotFoundError(createMessage('errors.noPayment', { id }))
  return record.values
}

/** The decimals of the received currency. The most that amounts can have if it is not the currency of the order. */
async function readDecimals(work: ServiceContext, { sales_order_id, received_currency }: PaymentRecord): Promise<number> {
  const order = (await work.read(salesOrder, sales_order_id))?.values
  return order?.currency_code === received_currency ? (order.currency_decimals ?? 2) : 4
}

function computeRefundAmount(
  { id, status, received, refunded, received_currency }: PaymentRecord,
  amount: number | null,
  decimals: number,
): number {
  const refundableAmount = toAmount(received ?? 0) - toAmount(refunded ?? 0)
  if (refundableAmount <= 0) throw ValidationError.of('payment_id', createMessage('errors.nothingToRefund', { id, status }))
  const requestedAmount = amount === null ? refundableAmount : toAmount(amount)
  if (amount !== null && requestedAmount % currencyStep(decimals) !== 0)
    throw ValidationError.of('amount', createMessage('errors.refundDecimals', { decimals, currency: received_currency }))
  if (requestedAmount > 0 && requestedAmount <= refundableAmount) return fromAmount(requestedAmount)
  throw ValidationError.of(
    'amount',
    createMessage('errors.refundAmount', { amount: fromAmount(refundableAmount), currency: received_currency }),
  )
}

async function refundThroughProvider(
  work: ServiceContext,
  payment: PaymentRecord,
  amount: number,
): Promise<{ readonly report: MoneyReport; readonly byHand: boolean }> {
  const method = await loadMethodWithProvider(work, payment.payment_method_id)
  const { provider, params } = method
  const before = payment.refunded ?? 0
  const currency = payment.received_currency
  if (!provider.refund) {
    const all = fromAmount(toAmount(before) + toAmount(amount))
    return {
      report: { status: 'refunded', amount: all, currency, message: createMessage('operations.paymentRefundedManually') },
      byHand: true,
    }
  }
  const facts = await readPaymentFacts(work, payment)
  const key = `refund_${sha256(JSON.stringify([payment.id, payment.token, before, amount])).slice(0, 40)}`
  try {
    const refund = { key, amount, currency, refunded: before }
    const report = await callMethodProvider(work, method, { milliseconds: refundTimeout }, (signal) =>
      provider.refund!({ params, payment: facts, refund, now: work.now, signal }),
    )
    return { report: removeReportSecrets(report, params), byHand: false }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    throw new ServiceError('NOT_READY', createMessage('errors.refundFailed', { reason: error.text }))
  }
}

function toRefundReport({ id, status, refunded, received, received_currency }: PaymentRecord, by_hand: boolean): RefundReport {
  return { payment_id: id, status, refunded: refunded ?? 0, received: received ?? 0, currency: received_currency, by_hand }
}
