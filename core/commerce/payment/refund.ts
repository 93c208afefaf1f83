// Pays back what was received, in whole or in part: by the provider where it can, else by people, of which the account is kept here.
import { fromAmount, toAmount } from '../../engine/money/amount.js'
import { sha256 } from '../../foundation/digest.js'
import { NotFoundError, ServiceError, ValidationError } from '../../foundation/errors.js'
import { payment as paymentEntity } from '../../model/entities/orders/payment.js'
import { salesOrder } from '../../model/entities/orders/sales-order.js'
import { acquireLease } from '../../storage/database/lease.js'
import type { Work } from '../../storage/work.js'
import type { MoneyReport } from './define.js'
import { callProvider, cleanReport, ProviderFailure } from './outbound.js'
import type { PaymentRecord } from './rows.js'
import { factsOf, requireAllowedAddresses, requireParams, servedMethod } from './served.js'
import { settlePayment } from './settle.js'

/** Milliseconds that a provider may take, and that this call waits for another one that pays back. */
const patience = 30_000

export interface RefundReport {
  readonly payment_id: number
  readonly status: string
  /** All that was paid back so far, of what was received. */
  readonly refunded: number
  readonly received: number
  readonly currency: string
  /** True where the provider cannot pay back, so that somebody has to. */
  readonly by_hand: boolean
}

/**
 * Pays back an amount, in the currency that was received; all that is left if null. One call at a time: the provider's account
 * of what was paid back in all is what is stored, so that a call that is made again after a crash pays nothing twice. A payment
 * becomes `refunded` when all of it was paid back, and the order when nothing is left of any of its payments; until then both stay.
 * Called outside of units. VALIDATION_FAILED for more than is left; NOT_READY where the provider does not do it.
 */
export async function refundPayment(work: Work, id: number, amount: number | null = null): Promise<RefundReport> {
  const lease = await acquireLease(work.context.database, 'refund payments', patience)
  if (!lease) throw new ServiceError('NOT_READY', 'Another payment is being paid back. Try again in a minute.')
  try {
    const seen = await work.at()
    const payment = await paymentOf(seen, id)
    const wanted = refundable(payment, amount)
    const { report, byHand } = await payBack(seen, payment, wanted)
    await seen.transact((inside) => settlePayment(inside, id, report, { source: 'person' }))
    return reportOf(await paymentOf(seen, id), byHand)
  } finally {
    await lease.release()
  }
}

async function paymentOf(work: Work, id: number): Promise<PaymentRecord> {
  const found = await work.read(paymentEntity, id)
  if (!found) throw new NotFoundError(`There is no payment with the id ${id}.`)
  return found.values
}

function refundable({ id, status, received, refunded, received_currency }: PaymentRecord, amount: number | null): number {
  const left = toAmount(received ?? 0) - toAmount(refunded ?? 0)
  if (left <= 0)
    throw ValidationError.of('payment_id', `Of payment ${id}, which is '${status}', nothing is left to be paid back.`)
  const wanted = amount === null ? left : toAmount(amount)
  if (wanted > 0 && wanted <= left) return fromAmount(wanted)
  throw ValidationError.of('amount', `Field 'amount' takes more than 0 and at most ${fromAmount(left)} ${received_currency}.`)
}

async function payBack(
  work: Work,
  payment: PaymentRecord,
  amount: number,
): Promise<{ readonly report: MoneyReport; readonly byHand: boolean }> {
  const method = await servedMethod(work, payment.payment_method_id)
  const { provider, params } = method
  const before = payment.refunded ?? 0
  const currency = payment.received_currency
  if (!provider.refund) {
    const all = fromAmount(toAmount(before) + toAmount(amount))
    return { report: { status: 'refunded', amount: all, currency, message: 'Paid back by hand.' }, byHand: true }
  }
  const order = await work.read(salesOrder, payment.sales_order_id)
  const facts = factsOf(payment, { currency_decimals: order?.values.currency_decimals ?? null })
  const key = `refund_${sha256(JSON.stringify([payment.id, payment.token, before, amount])).slice(0, 40)}`
  try {
    const report = await callProvider(work, {
      params,
      milliseconds: patience,
      call(signal) {
        requireParams(method)
        requireAllowedAddresses(work, method)
        return provider.refund!({
          params,
          payment: facts,
          refund: { key, amount, currency, refunded: before },
          now: work.now,
          signal,
        })
      },
    })
    return { report: cleanReport(report, params), byHand: false }
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    throw new ServiceError(
      'NOT_READY',
      `The payment provider did not pay back: ${error.message} Try again: nothing is paid back twice.`,
    )
  }
}

function reportOf({ id, status, refunded, received, received_currency }: PaymentRecord, by_hand: boolean): RefundReport {
  return { payment_id: id, status, refunded: refunded ?? 0, received: received ?? 0, currency: received_currency, by_hand }
}
