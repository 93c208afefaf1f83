// Decides the effect of a payment report: states only go forward, and amount and currency must match.
import { fromAmount, toAmount } from '../../engine/money/amount.js'
import { SystemError } from '../../foundation/errors.js'
import type { States } from '../../model/state/declaration.js'
import type { MoneyReport, PaymentReport } from './define.js'
import type { PaymentRecord } from './rows.js'

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
export function normalizeReport(report: PaymentReport): PaymentReport {
  if (report.status !== 'paid' && report.status !== 'refunded') return report
  const amount = toAmount(report.amount)
  const currency = String(report.currency).toUpperCase()
  if (Number.isNaN(amount) || amount < 0 || !/^[A-Z]{3}$/.test(currency)) {
    throw new SystemError(`A payment provider reports '${report.status}' without a sound amount and currency.`)
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
  return { kind: 'note', message: `Reported as paid with ${report.amount} ${report.currency} when it was '${status}' already.` }
}

function checkRefundReport(payment: PaymentSnapshot, report: MoneyReport): ReportVerdict {
  if (payment.status === 'pending') return { kind: 'early' }
  if (payment.received === null) return { kind: 'note', message: 'Reported as paid back, though nothing was received.' }
  if (report.currency !== payment.received_currency) {
    const message = `Reported as paid back in ${report.currency}, though ${payment.received_currency} were received.`
    return { kind: 'note', message }
  }
  const refunded = Math.max(payment.refunded ?? 0, report.amount)
  return isSameAmount(refunded, payment.refunded) ? { kind: 'equal' } : { kind: 'refund', refunded }
}

/** The verdict on a normalized report. */
export function decideReportEffect(payment: PaymentSnapshot, report: PaymentReport): ReportVerdict {
  if (payment.account !== '' && report.account !== undefined && report.account !== payment.account) {
    return { kind: 'note', message: 'The report is of another account, so nothing follows from it.' }
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
  return { kind: 'note', message: `Reported as '${report.status}' when it was '${payment.status}' already.` }
}
