// The work of staff on payments: captures, releases, and outcomes that are recorded by hand. It calls providers, so it runs outside of transactions.
import { fromAmount, toAmount } from '../../engine/money/amount.js'
import { sha256 } from '../../foundation/digest.js'
import { formatIsoTime } from '../../foundation/clock.js'
import { NotFoundError, ServiceError, ValidationError } from '../../foundation/errors.js'
import { createLabel, createMessage } from '../../foundation/message.js'
import { payment as paymentEntity } from '../../model/entities/orders/payment.js'
import { paymentEvent } from '../../model/entities/orders/payment-event.js'
import { salesOrder } from '../../model/entities/orders/sales-order.js'
import { paymentStatuses } from '../../model/state/statuses.js'
import { acquireLease } from '../../storage/database/lease.js'
import type { ServiceContext } from '../../storage/service-context.js'
import { isOpenOrder } from '../state/change-state.js'
import type { PaymentReport } from './define.js'
import {
  loadMethodWithProvider,
  type MethodWithProvider,
  listReports,
  ProviderError,
  readPaymentFacts,
  type CallLimits,
  callMethodProvider,
} from './provider.js'
import { lockPayment, type PaymentRecord, addTimelineEntry, appendToRemark } from './rows.js'
import { refundPayment } from './refund.js'
import { settlePayment } from './settle.js'

/** Records the outcome of a payment by hand, for providers that do not report: the money was received, or never will be. */
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

/** Milliseconds that a provider may take for a step. */
const stepTimeout = 20_000

/** Has the provider capture or release the payment. null if it cannot, or if nothing is left to capture. @throws ProviderError */
export async function requestStep(
  work: ServiceContext,
  method: MethodWithProvider,
  payment: PaymentRecord,
  step: 'capture' | 'release',
  limits: CallLimits,
): Promise<readonly PaymentReport[] | null> {
  const { params, provider } = method
  if (!provider[step]) return null
  const facts = await readPaymentFacts(work, payment)
  const { currency } = facts
  const authorized = { amount: payment.authorized ?? facts.amount, currency }
  const total = Math.min(toAmount(payment.capture_amount ?? authorized.amount), toAmount(authorized.amount))
  const amount = fromAmount(total - toAmount(payment.received ?? 0))
  if (step === 'capture' && amount <= 0) return null
  const isPart = step === 'capture' && amount !== authorized.amount
  const identity = [payment.id, payment.token, step, ...(isPart ? [total, amount] : [])]
  const stepKey = `${step}_${sha256(JSON.stringify(identity)).slice(0, 40)}`
  const state = await callMethodProvider(work, method, limits, (signal) => {
    const scope = { params, payment: facts, stepKey, authorized, now: work.now, signal }
    return step === 'capture'
      ? provider.capture!({ ...scope, capture: { amount, total: fromAmount(total), currency } })
      : provider.release!(scope)
  })
  return listReports(state, params)
}

/** Stores for staff that a planned step failed, once. Each round tries it again. */
export async function noteFailedStep(work: ServiceContext, id: number, { text }: ProviderError): Promise<void> {
  await work.transact(async (inside) => {
    const { payment } = await lockPayment(inside, id)
    if (payment.status !== 'authorized' || payment.planned === '') return
    const key = payment.planned === 'capture' ? 'operations.paymentCaptureFailed' : 'operations.paymentReleaseFailed'
    const message = createMessage(key, { reason: text })
    const events = await inside.list(paymentEvent, { column: 'payment_id', values: [payment.id] })
    if (events.some(({ values }) => values.messages.some((part) => typeof part !== 'string' && part.key === key))) return
    await addTimelineEntry(inside, payment, { source: 'poll' }, { status: payment.status, messages: [message] })
    const fields = { ...appendToRemark(payment, [message]), changed: formatIsoTime(inside.now) }
    await inside.write(paymentEntity, fields, { id: payment.id })
  })
}

export interface CaptureReport {
  readonly payment_id: number
  /** `authorized` while the provider still processes the capture. */
  readonly status: string
  /** The received amount; 0 until the provider has captured it. */
  readonly received: number
  readonly currency: string
}

/**
 * Captures the whole authorized amount of a payment, without the parts captured before. A repeated call captures nothing twice. Call it outside of units. VALIDATION_FAILED if the
 * payment is not authorized or its order is not open. NOT_READY if the provider fails.
 */
export async function capturePayment(work: ServiceContext, id: number): Promise<CaptureReport> {
  const lease = await acquireLease(work.context.database, 'capture payments', stepTimeout)
  if (!lease) throw new ServiceError('NOT_READY', createMessage('errors.captureRunning'))
  try {
    const currentWork = await work.at()
    const payment = (await currentWork.read(paymentEntity, id))?.values
    if (!payment) throw new NotFoundError(createMessage('errors.noPayment', { id }))
    const order = await currentWork.read(salesOrder, payment.sales_order_id)
    if (payment.status !== 'authorized' || payment.planned === 'release' || !order || !isOpenOrder(order.values)) {
      const status = createLabel('choice', payment.status === '' ? '' : paymentStatuses[payment.status])
      throw ValidationError.of('payment_id', createMessage('errors.nothingToCapture', { status }), 'NOT_ALLOWED')
    }
    const method = await loadMethodWithProvider(currentWork, payment.payment_method_id)
    const reports = await requestStep(currentWork, method, { ...payment, capture_amount: null }, 'capture', {
      milliseconds: stepTimeout,
    }).catch((error: unknown) => {
      if (!(error instanceof ProviderError)) throw error
      throw new ServiceError('NOT_READY', createMessage('errors.captureFailed', { reason: error.text }))
    })
    if (reports === null) throw ValidationError.of('payment_id', createMessage('errors.captureUnsupported'), 'NOT_ALLOWED')
    await currentWork.transact(async (inside) => {
      for (const report of reports) await settlePayment(inside, id, report, { source: 'person' })
      const { payment: after } = await lockPayment(inside, id)
      // The provider has accepted the capture and still processes it. Polling follows it.
      if (after.status === 'authorized')
        await inside.write(paymentEntity, { planned: 'capture', capture_amount: null }, { id: after.id })
    })
    const { status, received, currency_code } = (await currentWork.read(paymentEntity, id))!.values
    return { payment_id: id, status, received: received ?? 0, currency: currency_code }
  } finally {
    await lease.release()
  }
}

/** The work of staff on payments. Call it outside of units. */
export const staffPayments = { capture: capturePayment, refund: refundPayment, settle: settleManually } as const
