// Settles payments: applies every report, from a webhook, a poll or staff, forward only and under the order's lock.
import { createMessage } from '../../foundation/message.js'
import { formatIsoTime } from '../../foundation/clock.js'
import { ServiceError, SystemError } from '../../foundation/errors.js'
import { toAmount, fromAmount } from '../../engine/money/amount.js'
import { payment as paymentEntity } from '../../model/entities/orders/payment.js'
import { type States, transitions } from '../../model/state/statuses.js'
import type { TransactionContext, ServiceContext, FieldValues } from '../../storage/service-context.js'
import { updateOrderStates } from '../order/order-states.js'
import { changeState } from '../state/change-state.js'
import type { PaymentReport, MoneyReport } from './define.js'
import type { OrderRecord } from '../../model/entities/orders/sales-order.js'
import { lockPayment, type PaymentRecord, listOrderPayments } from './rows.js'
import { type PaymentTimelineEntry, isOnTimeline, isReportApplied, addTimelineEntry, type ReportSource } from './timeline.js'

interface SettlementContext {
  readonly work: ServiceContext & TransactionContext
  readonly order: OrderRecord
  readonly payment: PaymentRecord
  readonly report: PaymentReport
  readonly reportSource: ReportSource
}

type PaymentFields = FieldValues<(typeof paymentEntity)['properties']>

const storePaymentFields = ({ work }: SettlementContext, { id }: PaymentRecord, fields: PaymentFields): Promise<number> =>
  work.write(paymentEntity, { ...fields, changed: formatIsoTime(work.now) }, { id })

const joinSentences = (...sentences: readonly (string | undefined)[]): string =>
  sentences.filter((sentence) => sentence).join(' ')

function toTimelineEntry(
  report: PaymentReport,
  status: States['payment'],
  ...sentences: readonly string[]
): PaymentTimelineEntry {
  const money = report.status === 'paid' || report.status === 'refunded'
  return {
    status,
    ...(money && { amount: report.amount, currency: report.currency }),
    message: joinSentences(...sentences, report.message),
  }
}

// Decides the effect of a payment report: states only go forward, and amount and currency must match.

type PaymentStatus = States['payment']

export type ReportVerdict =
  /** The report contains nothing new. */
  | { readonly kind: 'equal' }
  /** The money is on its way, so the payment cannot be paid again. */
  | { readonly kind: 'underway' }
  /** The payment changes its state. */
  | { readonly kind: 'change'; readonly to: PaymentStatus; readonly message: string }
  /** The total refunded so far. */
  | { readonly kind: 'refund'; readonly refunded: number }
  /** Money arrived for a payment in a final state. It is recorded as a payment of its own. */
  | { readonly kind: 'late'; readonly to: PaymentStatus; readonly message: string }
  /** Stored for staff, without effect. */
  | { readonly kind: 'note'; readonly message: string }
  /** An earlier report is still missing. */
  | { readonly kind: 'early' }

type PaymentSnapshot = Pick<
  PaymentRecord,
  'status' | 'amount' | 'currency_code' | 'received' | 'received_currency' | 'refunded' | 'account' | 'redirect' | 'expires'
>

const isSameAmount = (a: number | null, b: number | null): boolean => toAmount(a ?? 0) === toAmount(b ?? 0)

/** Normalizes amount and currency of a report. SystemError if the provider reports invalid values. */
function normalizeReport(report: PaymentReport): PaymentReport {
  if (report.status !== 'paid' && report.status !== 'refunded') return report
  const amount = toAmount(report.amount)
  const currency = String(report.currency).toUpperCase()
  if (Number.isNaN(amount) || amount < 0 || !/^[A-Z]{3}$/.test(currency)) {
    throw new SystemError(`A payment provider reported '${report.status}' without a valid amount and currency.`)
  }
  return { ...report, amount: fromAmount(amount), currency }
}

/** The state that a payment reaches with this money. */
function findReachedState(
  { amount, currency_code }: PaymentSnapshot,
  report: MoneyReport,
): { readonly to: PaymentStatus; readonly message: string } {
  const paid = `${report.amount} ${report.currency}`
  const expectedTotal = `${amount ?? 0} ${currency_code}`
  if (report.currency !== currency_code)
    return { to: 'unsupported_currency', message: `Paid ${paid} instead of ${expectedTotal}.` }
  if (!isSameAmount(report.amount, amount))
    return { to: 'incorrect_amount', message: `Paid ${paid} instead of ${expectedTotal}.` }
  return { to: 'paid', message: '' }
}

function checkPaidReport(payment: PaymentSnapshot, report: MoneyReport): ReportVerdict {
  const { status } = payment
  const { to, message } = findReachedState(payment, report)
  if (status === 'pending') return { kind: 'change', to, message }
  if (status === 'failed' || status === 'cancelled') return { kind: 'late', to, message }
  const isRepeated = isSameAmount(report.amount, payment.received) && report.currency === payment.received_currency
  if (isRepeated) return { kind: 'equal' }
  if (to === 'paid' && (status === 'incorrect_amount' || status === 'unsupported_currency')) return { kind: 'late', to, message }
  return {
    kind: 'note',
    message: `Reported as paid with ${report.amount} ${report.currency} when its status was already '${status}'.`,
  }
}

function checkRefundReport(payment: PaymentSnapshot, report: MoneyReport): ReportVerdict {
  if (payment.status === 'pending') return { kind: 'early' }
  if (payment.received === null) return { kind: 'note', message: 'Reported as refunded, although no payment was received.' }
  if (report.currency !== payment.received_currency) {
    const message = `Reported as refunded in ${report.currency}, although ${payment.received_currency} was received.`
    return { kind: 'note', message }
  }
  const refunded = Math.max(payment.refunded ?? 0, report.amount)
  return isSameAmount(refunded, payment.refunded) ? { kind: 'equal' } : { kind: 'refund', refunded }
}

/** The verdict on a normalized report. */
function decideReportEffect(payment: PaymentSnapshot, report: PaymentReport): ReportVerdict {
  if (payment.account !== '' && report.account !== undefined && report.account !== payment.account) {
    return { kind: 'note', message: 'The report belongs to another account and was ignored.' }
  }
  if (report.status === 'paid') return checkPaidReport(payment, report)
  if (report.status === 'refunded') return checkRefundReport(payment, report)
  if (report.status === 'pending') {
    const isNew = payment.status === 'pending' && (payment.expires !== null || payment.redirect !== '')
    return { kind: report.underway === true && isNew ? 'underway' : 'equal' }
  }
  if (report.status === payment.status) return { kind: 'equal' }
  if (payment.status === 'pending') return { kind: 'change', to: report.status, message: '' }
  if (payment.status === 'failed' || payment.status === 'cancelled') return { kind: 'equal' }
  return { kind: 'note', message: `Reported as '${report.status}' when its status was already '${payment.status}'.` }
}

/**
 * Moves a payment to the state in a report. Checks the amount, currency and account against the payment. The order follows, with all
 * effects in the same transaction. Each outcome is on the timeline, and anything that staff must check is in the payment's remark. A
 * repeated report, or one without news, changes nothing. @returns true if something changed @throws NOT_READY for a refund of a payment
 * that is not known to be paid; the provider must send it again
 */
export async function settlePayment(
  work: ServiceContext & TransactionContext,
  id: number,
  input: PaymentReport,
  reportSource: ReportSource,
): Promise<boolean> {
  const report = normalizeReport(input)
  const { order, payment } = await lockPayment(work, id)
  if (await isReportApplied(work, payment.connector, reportSource)) return false
  const settling: SettlementContext = { work, order, payment, report, reportSource }
  const verdict = decideReportEffect(payment, report)
  if (verdict.kind === 'change') return applyStatusChange(settling, payment, verdict)
  if (verdict.kind === 'late') return recordLatePayment(settling, verdict)
  if (verdict.kind === 'underway') return markUnderway(settling)
  if (verdict.kind === 'refund') return applyRefund(settling, verdict.refunded)
  if (verdict.kind === 'note') return storeContradiction(settling, verdict.message)
  if (verdict.kind === 'early') throw new ServiceError('NOT_READY', createMessage('errors.paymentNotKnown', { id: payment.id }))
  return false
}

interface StatusChange {
  readonly to: States['payment']
  readonly message: string
}

/** The part of a payment's money that was not refunded. */
const computeRemainingMoney = ({ received, refunded }: PaymentRecord): number => toAmount(received ?? 0) - toAmount(refunded ?? 0)

function canChangeTo({ status }: OrderRecord, to: States['sales-order']): boolean {
  // The status is never empty, but its type allows ''.
  return status !== '' && transitions['sales-order'][status].includes(to)
}

/**
 * Updates the locked order for a payment that has just changed to `to`. @returns a remark for staff if the order stays unchanged; '' if all
 * is well
 */
async function updateOrderForPayment(
  work: ServiceContext & TransactionContext,
  order: OrderRecord,
  paymentId: number,
  to: States['payment'],
): Promise<string> {
  const payments = await listOrderPayments(work, order.id)
  const otherPayments = payments.filter(({ id }) => id !== paymentId)
  if (to === 'refunded') {
    if (payments.every((candidate) => computeRemainingMoney(candidate) <= 0) && canChangeTo(order, 'refunded'))
      await changeState(work, 'sales-order', order.id, to)
    return ''
  }
  if (to !== 'paid' && to !== 'incorrect_amount' && to !== 'unsupported_currency') return ''
  const before = otherPayments.find(({ status }) => status === 'paid')
  if (before) return `The order was already paid by payment ${before.id}.`
  if (canChangeTo(order, to)) {
    await changeState(work, 'sales-order', order.id, to)
    return ''
  }
  if (order.status === to) return to === 'paid' ? 'The order was already marked as paid when this payment arrived.' : ''
  return `The order is '${order.status}', so its status was not changed by this payment.`
}

async function applyStatusChange(
  settling: SettlementContext,
  payment: PaymentRecord,
  { to, message }: StatusChange,
): Promise<true> {
  const { work, order, report, reportSource } = settling
  const money = report.status === 'paid' ? { received: report.amount, received_currency: report.currency } : {}
  await storePaymentFields(settling, payment, money)
  await changeState(work, 'payment', payment.id, to)
  const remark = joinSentences(message, await updateOrderForPayment(work, order, payment.id, to))
  await updateOrderStates(work, order.id)
  if (remark !== '') await storePaymentFields(settling, payment, { remark: joinSentences(payment.remark, remark) })
  await addTimelineEntry(work, payment, reportSource, toTimelineEntry(report, to, remark))
  if (to === 'paid' && report.status === 'paid') {
    const { amount, currency } = report
    await work.announce('onSvcReceivePayment', { paymentId: payment.id, orderId: order.id, amount, currency })
  }
  return true
}

/** A payment in a final state stays unchanged. The money becomes a new payment, which can be seen, booked and refunded. */
async function recordLatePayment(settling: SettlementContext, { to, message }: StatusChange): Promise<true> {
  const { work, payment, reportSource } = settling
  const now = formatIsoTime(work.now)
  const { id: origin_id, token: _token, changed: _changed, polled: _polled, ...same } = payment
  const paymentFields = { ...same, origin_id, status: 'pending', refunded: null, created: now, changed: now } as const
  const remark = `It arrived after the status of payment ${payment.id} was '${payment.status}'.`
  const id = await work.write(paymentEntity, { ...paymentFields, received: null, received_currency: null, remark })
  const [own] = await work.list(paymentEntity, { column: 'id', values: [id] })
  const remarkText = `Reported as paid after its status was '${payment.status}'. Recorded as payment ${id}.`
  await addTimelineEntry(
    work,
    payment,
    { source: reportSource.source },
    toTimelineEntry(settling.report, payment.status || 'failed', remarkText),
  )
  return applyStatusChange(settling, own!.values, { to, message })
}

/** While the money is on its way, the shopper is not redirected again and cannot pay a second time, however long it takes. */
async function markUnderway(settling: SettlementContext): Promise<true> {
  const { work, payment, report, reportSource } = settling
  await storePaymentFields(settling, payment, { expires: null, redirect: '' })
  await addTimelineEntry(
    work,
    payment,
    reportSource,
    toTimelineEntry(report, 'pending', 'The customer has paid. The payment is being processed.'),
  )
  return true
}

async function applyRefund(settling: SettlementContext, amount: number): Promise<true> {
  const { work, order, payment, report, reportSource } = settling
  const isWhole = toAmount(amount) >= toAmount(payment.received ?? 0)
  const isTooMuch = toAmount(amount) > toAmount(payment.received ?? 0)
  const currency = payment.received_currency
  const remark = isTooMuch ? `Refunded ${amount} ${currency} of ${payment.received ?? 0} ${currency} received.` : ''
  await storePaymentFields(settling, payment, {
    refunded: amount,
    ...(isTooMuch && { remark: joinSentences(payment.remark, remark) }),
  })
  if (isWhole && payment.status === 'paid') await changeState(work, 'payment', payment.id, 'refunded')
  if (isWhole) await updateOrderForPayment(work, order, payment.id, 'refunded')
  await updateOrderStates(work, order.id)
  await addTimelineEntry(
    work,
    payment,
    reportSource,
    toTimelineEntry(report, isWhole ? 'refunded' : payment.status || 'paid', isWhole ? remark : 'Partly refunded.'),
  )
  if (isTooMuch) {
    const fields = { payment: payment.id, order: payment.sales_order_id }
    work.context.log.warn(fields, 'The reported refund exceeds the received amount.')
  }
  return true
}

/** Stores a contradicting report for staff, once. */
async function storeContradiction(settling: SettlementContext, message: string): Promise<boolean> {
  const { work, payment, report, reportSource } = settling
  const entry = toTimelineEntry(report, report.status, message)
  if (reportSource.event === undefined && (await isOnTimeline(work, payment.id, entry))) return false
  await addTimelineEntry(work, payment, reportSource, entry)
  await storePaymentFields(settling, payment, { remark: joinSentences(payment.remark, message) })
  work.context.log.warn({ payment: payment.id, order: payment.sales_order_id }, 'A payment report requires attention.')
  return true
}
