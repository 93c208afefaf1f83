// Decides the effect of a payment report: states only go forward, and amount and currency must match.
import { createLabel, createMessage, type LabelReference, type Message } from '../../foundation/message.js'
import { SystemError } from '../../foundation/errors.js'
import { toAmount, fromAmount } from '../../engine/money/amount.js'
import { paymentStatuses, type States } from '../../model/state/statuses.js'
import type { AuthorizationReport, MoneyReport, PaymentReport } from './define.js'
import type { PaymentRecord } from './rows.js'

type PaymentStatus = States['payment']

export type ReportVerdict =
  /** The report contains nothing new. */
  | { readonly kind: 'equal' }
  /** The money is on its way, so the payment cannot be paid again. */
  | { readonly kind: 'underway' }
  /** The payment changes its state. */
  | { readonly kind: 'change'; readonly to: PaymentStatus; readonly messages: readonly Message[] }
  /** The total refunded so far. */
  | { readonly kind: 'refund'; readonly refunded: number }
  /** The total captured so far of a payment whose rest stays authorized. */
  | { readonly kind: 'capture'; readonly captured: number }
  /** Money arrived for a payment in a final state. It is recorded as a payment of its own. */
  | { readonly kind: 'late'; readonly to: PaymentStatus; readonly messages: readonly Message[] }
  /** Stored for staff, without effect. */
  | { readonly kind: 'note'; readonly message: Message }
  /** An earlier report is still missing. */
  | { readonly kind: 'early' }

type PaymentSnapshot = Pick<
  PaymentRecord,
  | 'status'
  | 'amount'
  | 'currency_code'
  | 'authorized'
  | 'capture_amount'
  | 'received'
  | 'received_currency'
  | 'refunded'
  | 'account'
  | 'redirect'
  | 'expires'
>

const isSameAmount = (a: number | null, b: number | null): boolean => toAmount(a ?? 0) === toAmount(b ?? 0)

/** Normalizes amount and currency of a report. SystemError if the provider reports invalid values. */
export function normalizeReport(report: PaymentReport): PaymentReport {
  if (report.status !== 'paid' && report.status !== 'refunded' && report.status !== 'authorized') return report
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
): { readonly to: PaymentStatus; readonly messages: readonly Message[] } {
  const values = { paid: report.amount, paidCurrency: report.currency, amount: amount ?? 0, currency: currency_code }
  const messages = [createMessage('operations.paymentPaidInstead', values)]
  if (report.currency !== currency_code) return { to: 'unsupported_currency', messages }
  if (!isSameAmount(report.amount, amount)) return { to: 'incorrect_amount', messages }
  return { to: 'paid', messages: [] }
}

/** The status as a value of a message. */
export const createStatusLabel = (status: PaymentStatus | ''): LabelReference =>
  createLabel('choice', status === '' ? '' : paymentStatuses[status])

/** True while the outcome of a payment is open. */
const isOpenPayment = ({ status }: PaymentSnapshot): boolean => status === 'pending' || status === 'authorized'

/** An authorization that was stored before is old news, whatever happened to it since. */
function checkAuthorizationReport(payment: PaymentSnapshot, report: AuthorizationReport): ReportVerdict {
  const { status, amount, currency_code: currency, authorized } = payment
  const values = { paid: report.amount, paidCurrency: report.currency, amount: amount ?? 0, currency }
  const isExpected = report.currency === currency && isSameAmount(report.amount, amount)
  const messages = isExpected ? [] : [createMessage('operations.paymentAuthorizedInstead', values)]
  if (status === 'pending') return { kind: 'change', to: 'authorized', messages }
  const captured = report.captured ?? 0
  if (status === 'authorized' && report.currency === currency && toAmount(captured) > toAmount(payment.received ?? 0))
    return { kind: 'capture', captured }
  const isLate = (status === 'failed' || status === 'cancelled') && authorized === null
  return isLate ? { kind: 'late', to: 'authorized', messages } : { kind: 'equal' }
}

/** True if the service asked for no more than this, or knew it before, so the rest was released. */
const isCapturedPart = (
  { status, amount, capture_amount, received, currency_code }: PaymentSnapshot,
  report: MoneyReport,
): boolean =>
  status === 'authorized' &&
  report.amount > 0 &&
  report.currency === currency_code &&
  toAmount(report.amount) < toAmount(amount ?? 0) &&
  (isSameAmount(report.amount, capture_amount) || isSameAmount(report.amount, received))

const createReleaseMessage = ({ amount, currency_code: currency }: PaymentSnapshot): Message =>
  createMessage('operations.paymentRestReleased', { amount: amount ?? 0, currency })

function checkPaidReport(payment: PaymentSnapshot, report: MoneyReport): ReportVerdict {
  const { status } = payment
  const { to, messages } = findReachedState(payment, report)
  if (isCapturedPart(payment, report)) return { kind: 'change', to: 'paid', messages: [createReleaseMessage(payment)] }
  if (isOpenPayment(payment)) return { kind: 'change', to, messages }
  if (status === 'failed' || status === 'cancelled') return { kind: 'late', to, messages }
  const isRepeated = isSameAmount(report.amount, payment.received) && report.currency === payment.received_currency
  if (isRepeated) return { kind: 'equal' }
  if (to === 'paid' && (status === 'incorrect_amount' || status === 'unsupported_currency')) return { kind: 'late', to, messages }
  const values = { amount: report.amount, currency: report.currency, status: createStatusLabel(status) }
  return { kind: 'note', message: createMessage('operations.paymentPaidAgain', values) }
}

function checkRefundReport(payment: PaymentSnapshot, report: MoneyReport): ReportVerdict {
  if (isOpenPayment(payment) && payment.received === null) return { kind: 'early' }
  if (payment.received === null) return { kind: 'note', message: createMessage('operations.paymentRefundWithoutMoney') }
  if (report.currency !== payment.received_currency) {
    const values = { refunded: report.currency, received: payment.received_currency }
    return { kind: 'note', message: createMessage('operations.paymentRefundOtherCurrency', values) }
  }
  const refunded = Math.max(payment.refunded ?? 0, report.amount)
  return isSameAmount(refunded, payment.refunded) ? { kind: 'equal' } : { kind: 'refund', refunded }
}

/** The verdict on a normalized report. */
export function decideReportEffect(payment: PaymentSnapshot, report: PaymentReport): ReportVerdict {
  if (payment.account !== '' && report.account !== undefined && report.account !== payment.account) {
    return { kind: 'note', message: createMessage('operations.paymentOtherAccount') }
  }
  if (report.status === 'paid') return checkPaidReport(payment, report)
  if (report.status === 'authorized') return checkAuthorizationReport(payment, report)
  if (report.status === 'refunded') return checkRefundReport(payment, report)
  if (report.status === 'pending') {
    const isNew = payment.status === 'pending' && (payment.expires !== null || payment.redirect !== '')
    return { kind: report.underway === true && isNew ? 'underway' : 'equal' }
  }
  if (report.status === payment.status) return { kind: 'equal' }
  // A part was captured before the rest was released.
  if (report.status === 'cancelled' && payment.status === 'authorized' && (payment.received ?? 0) > 0)
    return { kind: 'change', to: 'paid', messages: [createReleaseMessage(payment)] }
  if (isOpenPayment(payment)) return { kind: 'change', to: report.status, messages: [] }
  if (payment.status === 'failed' || payment.status === 'cancelled') return { kind: 'equal' }
  const values = { reported: createStatusLabel(report.status), status: createStatusLabel(payment.status) }
  return { kind: 'note', message: createMessage('operations.paymentContradiction', values) }
}
