// Converts Stripe Checkout sessions, webhook events and amounts in minor units to payment reports.
import { createMessage, type PaymentNotice, type PaymentReport } from 'product-configurator-service'
import { type ChargedUnit, countDecimals, toSmallestUnit, createProviderError, objectOf, textOf } from '../api.js'

/** The fields of a Checkout session that the service reads, from an event or from the API. */
export interface SessionState {
  readonly status?: unknown
  readonly payment_status?: unknown
  readonly amount_total?: unknown
  readonly currency?: unknown
  readonly payment_intent?: unknown
}

/** Charged in hundredths, but only in whole units. */
const wholeUnits = new Set(['ISK'])
/** Stripe's documentation contradicts itself about the decimals. Refuse payment rather than charge 100 times the amount. */
const unclear = new Set(['UGX'])

function minorUnitOf(currency: string): Required<ChargedUnit> {
  if (unclear.has(currency)) throw createProviderError('operations.paymentCurrencyUnsupported', { provider: 'Stripe', currency })
  if (wholeUnits.has(currency)) return { decimals: 2, step: 100 }
  const decimals = countDecimals(currency)
  // Stripe refuses a third decimal other than 0.
  return { decimals, step: decimals === 3 ? 10 : 1 }
}

/** Throws if Stripe cannot charge exactly this amount. */
export function toMinor(amount: number, currency: string): number {
  return toSmallestUnit(amount, currency, 'Stripe', minorUnitOf(currency))
}

export function fromMinor(minor: number, currency: string): number {
  return minor / 10 ** minorUnitOf(currency).decimals
}

function money(status: 'authorized' | 'paid' | 'refunded', minor: unknown, currency: unknown): PaymentReport {
  const code = textOf(currency).toUpperCase()
  if (typeof minor !== 'number' || code === '')
    throw createProviderError('operations.paymentAmountInvalid', { provider: 'Stripe' })
  return { status, amount: fromMinor(minor, code), currency: code }
}

/** States of a payment intent that mean failure once the session is complete: Stripe does not try another method. */
const failedIntentStates: readonly unknown[] = ['requires_payment_method', 'canceled']

/** The reports of a payment intent with its latest charge, oldest first. Empty if nothing is decided. */
export function reportsOfIntent(intent: unknown): readonly PaymentReport[] {
  const { status, currency, amount_capturable, amount_received, latest_charge } = objectOf(intent)
  const { amount_refunded, payment_method_details } = objectOf(latest_charge)
  if (status === 'requires_capture') {
    const { capture_before } = objectOf(objectOf(payment_method_details)['card'])
    const authorized = money('authorized', amount_capturable, currency)
    return [{ ...authorized, ...(typeof capture_before === 'number' && { captureBefore: capture_before * 1_000 }) }]
  }
  if (status === 'canceled') return [{ status: 'cancelled' }]
  if (status !== 'succeeded') return []
  const paid = money('paid', amount_received, currency)
  return typeof amount_refunded === 'number' && amount_refunded > 0
    ? [paid, money('refunded', amount_refunded, currency)]
    : [paid]
}

/** The reports of a session whose payment intent may be expanded, oldest first. */
export function reportsOfSession(session: SessionState): readonly PaymentReport[] {
  const { status, payment_intent } = session
  const isManual = objectOf(payment_intent)['capture_method'] === 'manual'
  const reports = status === 'complete' && isManual ? reportsOfIntent(payment_intent) : []
  if (reports.length > 0) return reports
  const report = reportOfSession(session)
  const { amount_refunded } = objectOf(objectOf(payment_intent)['latest_charge'])
  return report.status === 'paid' && typeof amount_refunded === 'number' && amount_refunded > 0
    ? [report, money('refunded', amount_refunded, session.currency)]
    : [report]
}

export function reportOfSession(session: SessionState): PaymentReport {
  const { status, payment_status, amount_total, currency, payment_intent } = session
  if (payment_status === 'paid' || payment_status === 'no_payment_required') return money('paid', amount_total, currency)
  if (status === 'expired')
    return { status: 'cancelled', message: createMessage('operations.paymentPageExpired', { provider: 'Stripe' }) }
  if (status === 'complete' && failedIntentStates.includes(objectOf(payment_intent)['status'])) return { status: 'failed' }
  // Bank transfers and direct debits take days after the customer has left the page.
  return status === 'complete' ? { status: 'pending', underway: true } : { status: 'pending' }
}

const sessionEvents = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
])

const intentEvents = new Set(['payment_intent.amount_capturable_updated', 'payment_intent.succeeded', 'payment_intent.canceled'])

/** Notices about payments that this service started. Returns an empty list for other events. */
export function noticesOf(event: unknown): readonly PaymentNotice[] {
  const { id, type, account, data } = objectOf(event)
  const object = objectOf(objectOf(data)['object'])
  const key = textOf(objectOf(object['metadata'])['payment'])
  if (typeof id !== 'string' || typeof type !== 'string' || key === '') return []
  const own = typeof account === 'string' ? { account } : {}
  // The report of a released authorization: no money was returned.
  if (type === 'charge.refunded' && object['captured'] === false) return []
  if (type === 'charge.refunded') {
    return [{ id, key, report: { ...money('refunded', object['amount_refunded'], object['currency']), ...own } }]
  }
  if (intentEvents.has(type)) {
    // Sessions report the intents that are captured at once.
    const reports = object['capture_method'] === 'manual' ? reportsOfIntent(object) : []
    return reports.map((report) => ({ id, key, report: { ...report, ...own } }))
  }
  if (!sessionEvents.has(type)) return []
  const failed = type === 'checkout.session.async_payment_failed'
  const report: PaymentReport = failed ? { status: 'failed' } : reportOfSession(object)
  return [{ id, key, reference: textOf(object['id']), report: { ...report, ...own } }]
}
