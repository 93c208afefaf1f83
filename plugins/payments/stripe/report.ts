// Converts Stripe Checkout sessions, webhook events and amounts in minor units to payment reports.
import type { PaymentNotice, PaymentReport } from 'product-configurator-service'
import { type ChargedUnit, countDecimals, toSmallestUnit } from '../amount.js'
import { objectOf, textOf } from '../api.js'

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
  if (unclear.has(currency)) throw new Error(`Payments in ${currency} cannot be made through Stripe here.`)
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

function money(status: 'paid' | 'refunded', minor: unknown, currency: unknown): PaymentReport {
  const code = textOf(currency).toUpperCase()
  if (typeof minor !== 'number' || code === '') throw new Error('Stripe reports a payment without amount or currency.')
  return { status, amount: fromMinor(minor, code), currency: code }
}

/** States of a payment intent that mean failure once the session is complete: Stripe does not try another method. */
const failedIntentStates: readonly unknown[] = ['requires_payment_method', 'canceled']

export function reportOfSession(session: SessionState): PaymentReport {
  const { status, payment_status, amount_total, currency, payment_intent } = session
  if (payment_status === 'paid' || payment_status === 'no_payment_required') return money('paid', amount_total, currency)
  if (status === 'expired') return { status: 'cancelled', message: 'The Stripe Checkout page expired.' }
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

/** Notices about payments that this service started. Returns an empty list for other events. */
export function noticesOf(event: unknown): readonly PaymentNotice[] {
  const { id, type, account, data } = objectOf(event)
  const object = objectOf(objectOf(data)['object'])
  const key = textOf(objectOf(object['metadata'])['payment'])
  if (typeof id !== 'string' || typeof type !== 'string' || key === '') return []
  const own = typeof account === 'string' ? { account } : {}
  if (type === 'charge.refunded') {
    return [{ id, key, report: { ...money('refunded', object['amount_refunded'], object['currency']), ...own } }]
  }
  if (!sessionEvents.has(type)) return []
  const failed = type === 'checkout.session.async_payment_failed'
  const report: PaymentReport = failed ? { status: 'failed' } : reportOfSession(object)
  return [{ id, key, reference: textOf(object['id']), report: { ...report, ...own } }]
}
