// Settles payments: applies every report, from a webhook, a poll or staff, forward only and under the order's lock.
import { createLabel, createMessage, type LabelReference, type Message, type MessageText } from '../../foundation/message.js'
import { formatIsoTime } from '../../foundation/clock.js'
import { ServiceError } from '../../foundation/errors.js'
import { toAmount, fromAmount } from '../../engine/money/amount.js'
import { creditNote } from '../../model/entities/orders/credit-note.js'
import { payment as paymentEntity } from '../../model/entities/orders/payment.js'
import { orderStatuses, type States, transitions } from '../../model/state/statuses.js'
import type { TransactionContext, ServiceContext, FieldValues } from '../../storage/service-context.js'
import { queueNotifications } from '../notification/notify.js'
import { isOpenOrder, lockOrder, sumPayments, updateOrderStates, changeState } from '../state/change-state.js'
import { findCaptureTime, planShipmentCaptures } from './close.js'
import type { PaymentReport } from './define.js'
import type { OrderRecord } from '../../model/entities/orders/sales-order.js'
import {
  lockPayment,
  type PaymentRecord,
  listOrderPayments,
  addTimelineEntry,
  appendToRemark,
  isOnTimeline,
  isReportApplied,
  type PaymentTimelineEntry,
  type ReportSource,
} from './rows.js'
import { normalizeReport, createStatusLabel, decideReportEffect } from './report-verdict.js'

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

function toTimelineEntry(
  report: PaymentReport,
  status: States['payment'],
  messages: readonly MessageText[] = [],
): PaymentTimelineEntry {
  const money = report.status === 'paid' || report.status === 'refunded' || report.status === 'authorized'
  return {
    status,
    ...(money && { amount: report.amount, currency: report.currency }),
    messages: report.message === undefined ? messages : [...messages, report.message],
  }
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
  if (verdict.kind === 'capture') return applyPartialCapture(settling, verdict.captured)
  if (verdict.kind === 'note') return storeContradiction(settling, verdict.message)
  if (verdict.kind === 'early') throw new ServiceError('NOT_READY', createMessage('errors.paymentNotKnown', { id: payment.id }))
  return false
}

interface StatusChange {
  readonly to: States['payment']
  readonly messages: readonly Message[]
}

/** The part of a payment's money that was not refunded. */
const computeRemainingMoney = ({ received, refunded }: PaymentRecord): number => toAmount(received ?? 0) - toAmount(refunded ?? 0)

function canChangeTo({ status }: OrderRecord, to: States['sales-order']): boolean {
  // The status is never empty, but its type allows ''.
  return status !== '' && transitions['sales-order'][status].includes(to)
}

/** Updates the locked order for a payment that has just changed to `to`. @returns remarks for staff if the order stays unchanged */
async function updateOrderForPayment(
  work: ServiceContext & TransactionContext,
  order: OrderRecord,
  paymentId: number,
  to: States['payment'],
): Promise<readonly Message[]> {
  const payments = await listOrderPayments(work, order.id)
  const otherPayments = payments.filter(({ id }) => id !== paymentId)
  if (to === 'refunded') {
    if (payments.every((candidate) => computeRemainingMoney(candidate) <= 0) && canChangeTo(order, 'refunded'))
      await changeState(work, 'sales-order', order.id, to)
    return []
  }
  if (to !== 'paid' && to !== 'incorrect_amount' && to !== 'unsupported_currency') return []
  if (otherPayments.some(({ status }) => status === 'paid')) return [createMessage('operations.paymentOrderPaidBefore')]
  if (canChangeTo(order, to)) {
    await changeState(work, 'sales-order', order.id, to)
    return []
  }
  if (order.status === to) {
    // Staff set the order to paid, which planned this capture.
    const isPlanned = payments.some(({ id, planned }) => id === paymentId && planned === 'capture')
    return to === 'paid' && !isPlanned ? [createMessage('operations.paymentOrderMarkedPaid')] : []
  }
  return [createMessage('operations.paymentOrderUnchanged', { status: createOrderLabel(order) })]
}

const createOrderLabel = ({ status }: OrderRecord): LabelReference =>
  createLabel('choice', status === '' ? '' : orderStatuses[status])

/**
 * Plans the step after an authorization: release it if the order needs no payment, or capture it if it is due. @returns remarks for staff
 */
async function planAfterAuthorization(settling: SettlementContext, payment: PaymentRecord): Promise<readonly Message[]> {
  const { work, order } = settling
  const payments = await listOrderPayments(work, order.id)
  const others = payments.filter(({ id }) => id !== payment.id)
  const isPaid = others.some(({ status }) => status === 'paid' || status === 'authorized')
  if (!isOpenOrder(order) || isPaid) {
    await storePaymentFields(settling, payment, { planned: 'release' })
    return [createMessage(isPaid ? 'operations.paymentSecondAuthorization' : 'operations.paymentReleasePlanned')]
  }
  const time = await findCaptureTime(work, payment)
  const isShipped = order.fulfilment_state !== 'unfulfilled' && order.fulfilment_state !== 'partly_shipped'
  if (time === 'immediately' || (time === 'shipment' && isShipped))
    await storePaymentFields(settling, payment, { planned: 'capture' })
  else if (time === 'shipment') await planShipmentCaptures(work, order.id)
  return []
}

/** The fields that a report about money changes. */
function toReportedFields(report: PaymentReport): PaymentFields {
  if (report.status === 'authorized') {
    const { amount: authorized, captured = 0, captureBefore, currency } = report
    const capture_before = captureBefore === undefined ? null : formatIsoTime(captureBefore)
    const money = captured > 0 ? { received: captured, received_currency: currency } : {}
    return { authorized, capture_before, expires: null, redirect: '', ...money }
  }
  return report.status === 'paid' ? { received: report.amount, received_currency: report.currency } : {}
}

async function applyStatusChange(
  settling: SettlementContext,
  payment: PaymentRecord,
  { to, messages }: StatusChange,
): Promise<true> {
  const { work, order, report, reportSource } = settling
  await storePaymentFields(settling, payment, toReportedFields(report))
  await changeState(work, 'payment', payment.id, to)
  const captured = report.status === 'paid' ? report.amount : payment.received
  // The rest of the order is not paid.
  const isPart = to === 'paid' && toAmount(captured ?? 0) < toAmount(payment.amount ?? 0)
  const updates = isPart
    ? []
    : to === 'authorized'
      ? await planAfterAuthorization(settling, payment)
      : await updateOrderForPayment(work, order, payment.id, to)
  const remarks = [...messages, ...updates]
  if (to !== 'authorized') await storePaymentFields(settling, payment, { planned: '', capture_amount: null })
  await updateOrderStates(work, order.id)
  if (remarks.length > 0) await storePaymentFields(settling, payment, appendToRemark(payment, remarks))
  await addTimelineEntry(work, payment, reportSource, toTimelineEntry(report, to, remarks))
  if (to === 'paid' && report.status === 'paid') {
    const { currency } = report
    // Parts that were captured before were announced then.
    const amount = fromAmount(toAmount(report.amount) - toAmount(payment.received ?? 0))
    if (amount > 0 || payment.received === null)
      await work.announce('onSvcReceivePayment', { paymentId: payment.id, orderId: order.id, amount, currency })
  }
  return true
}

/** A part was captured, and the rest stays authorized. The order becomes partly paid. */
async function applyPartialCapture(settling: SettlementContext, captured: number): Promise<true> {
  const { work, order, payment, reportSource } = settling
  const { planned, capture_amount: total, currency_code: currency } = payment
  const isDone = planned === 'capture' && total !== null && toAmount(captured) >= toAmount(total)
  await storePaymentFields(settling, payment, {
    received: captured,
    received_currency: currency,
    ...(isDone && { planned: '', capture_amount: null }),
  })
  await updateOrderStates(work, order.id)
  const message = createMessage('operations.paymentPartCaptured', { amount: captured, currency })
  await addTimelineEntry(work, payment, reportSource, { status: 'authorized', amount: captured, currency, messages: [message] })
  const amount = fromAmount(toAmount(captured) - toAmount(payment.received ?? 0))
  await work.announce('onSvcReceivePayment', { paymentId: payment.id, orderId: order.id, amount, currency })
  return true
}

/** A payment in a final state stays unchanged. The money becomes a new payment, which can be seen, booked and refunded. */
async function recordLatePayment(settling: SettlementContext, { to, messages }: StatusChange): Promise<true> {
  const { work, payment, reportSource } = settling
  const now = formatIsoTime(work.now)
  const { id: origin_id, token: _token, changed: _changed, polled: _polled, ...same } = payment
  const paymentFields = { ...same, origin_id, status: 'pending', refunded: null, created: now, changed: now } as const
  const values = { status: createStatusLabel(payment.status) }
  const remark = appendToRemark({ remark: '', remark_messages: [] }, [createMessage('operations.paymentArrivedLate', values)])
  const id = await work.write(paymentEntity, { ...paymentFields, received: null, received_currency: null, ...remark })
  const [own] = await work.list(paymentEntity, { column: 'id', values: [id] })
  await addTimelineEntry(
    work,
    payment,
    { source: reportSource.source },
    toTimelineEntry(settling.report, payment.status || 'failed', [createMessage('operations.paymentRecordedSeparately', values)]),
  )
  return applyStatusChange(settling, own!.values, { to, messages })
}

/** While the money is on its way, the shopper is not redirected again and cannot pay a second time, however long it takes. */
async function markUnderway(settling: SettlementContext): Promise<true> {
  const { work, payment, report, reportSource } = settling
  await storePaymentFields(settling, payment, { expires: null, redirect: '' })
  await addTimelineEntry(
    work,
    payment,
    reportSource,
    toTimelineEntry(report, 'pending', [createMessage('operations.paymentUnderway')]),
  )
  return true
}

/**
 * Queues the mail about a refund that neither changed the status of the order nor is covered by its credit notes: both have mails of
 * their own.
 * @param before the sums before the refund
 */
async function queueRefundMail(
  work: ServiceContext & TransactionContext,
  orderId: number,
  before: ReturnType<typeof sumPayments>,
): Promise<void> {
  const order = await lockOrder(work, orderId)
  if (order.status === 'refunded') return
  const { received, refunded } = sumPayments(order, await listOrderPayments(work, orderId))
  const amount = fromAmount(toAmount(refunded) - toAmount(before.refunded))
  const notes = await work.list(creditNote, { column: 'sales_order_id', values: [orderId] })
  const credited = notes.reduce((sum, { values }) => sum + toAmount(values.gross ?? 0), 0)
  if (amount <= 0 || toAmount(refunded) <= credited) return
  await queueNotifications(work, 'sales-order', orderId, 'partly_refunded', {
    refund: { amount, paid: received, before: before.refunded },
  })
}

async function applyRefund(settling: SettlementContext, amount: number): Promise<true> {
  const { work, order, payment, report, reportSource } = settling
  const isWhole = toAmount(amount) >= toAmount(payment.received ?? 0)
  const isTooMuch = toAmount(amount) > toAmount(payment.received ?? 0)
  const before = sumPayments(order, await listOrderPayments(work, order.id))
  const currency = payment.received_currency
  const values = { refunded: amount, received: payment.received ?? 0, currency }
  const remarks = isTooMuch ? [createMessage('operations.paymentRefundExceeds', values)] : []
  await storePaymentFields(settling, payment, {
    refunded: amount,
    ...(isTooMuch && appendToRemark(payment, remarks)),
  })
  if (isWhole && payment.status === 'paid') await changeState(work, 'payment', payment.id, 'refunded')
  // The rest of an authorized payment can still be captured.
  if (isWhole && payment.status !== 'authorized') await updateOrderForPayment(work, order, payment.id, 'refunded')
  await updateOrderStates(work, order.id)
  await queueRefundMail(work, order.id, before)
  await addTimelineEntry(
    work,
    payment,
    reportSource,
    toTimelineEntry(
      report,
      isWhole ? 'refunded' : payment.status || 'paid',
      isWhole ? remarks : [createMessage('operations.paymentPartlyRefunded')],
    ),
  )
  if (isTooMuch) {
    const fields = { payment: payment.id, order: payment.sales_order_id }
    work.context.log.warn(fields, 'The reported refund exceeds the received amount.')
  }
  return true
}

/** Stores a contradicting report for staff, once. */
async function storeContradiction(settling: SettlementContext, message: Message): Promise<boolean> {
  const { work, payment, report, reportSource } = settling
  const entry = toTimelineEntry(report, report.status, [message])
  if (reportSource.event === undefined && (await isOnTimeline(work, payment.id, entry))) return false
  await addTimelineEntry(work, payment, reportSource, entry)
  await storePaymentFields(settling, payment, appendToRemark(payment, [message]))
  work.context.log.warn({ payment: payment.id, order: payment.sales_order_id }, 'A payment report requires attention.')
  return true
}
