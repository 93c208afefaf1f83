// Polls providers for the outcome of pending payments, and for later captures and refunds: with limits, one poller at a time, each provider independently.
import { formatIsoTime, minute } from '../../foundation/clock.js'
import { NotFoundError } from '../../foundation/errors.js'
import { payment as paymentEntity } from '../../model/entities/orders/payment.js'
import { acquireLease } from '../../storage/database/lease.js'
import { toInList } from '../../storage/database/dialect.js'
import { ServiceContext } from '../../storage/service-context.js'
import { planEndingCaptures } from './close.js'
import { noteFailedStep, requestStep } from './capture.js'
import { maxPollAgeMinutes, maxReceivedPollAgeMinutes, type PaymentReport, pollLimit, type PollReport } from './define.js'
import {
  ProviderError,
  getPaymentProvider,
  loadMethodWithProvider,
  type MethodWithProvider,
  requestReports,
  type CallLimits,
} from './provider.js'
import type { PaymentRecord } from './rows.js'
import { settlePayment } from './settle.js'

export interface PollOptions {
  /** Only payments started within this many minutes. Default: a week for pending payments, 90 days for others. */
  readonly minutes?: number | undefined
  /** Maximum number of payments. Default 100. */
  readonly limit?: number | undefined
  /** Only the planned steps of this order. */
  readonly orderId?: number
  readonly signal?: AbortSignal | undefined
  /** Milliseconds that a provider may take per payment. Default 10 seconds. */
  readonly patience?: number | undefined
}

const defaultTimeout = 10_000
/** Milliseconds after which a round polls no further payment. */
const roundDuration = 90_000
/** Concurrent calls per payment method, and failures in a row after which the method is skipped for this round. */
const concurrentCalls = 4
const maxFailures = 3

interface PollCounts {
  polled: number
  changed: number
  failed: number
}

/** Minutes between two requests for the state of an authorized payment, and of a received payment, which may be refunded at the provider. */
const pauses = { authorized: 60, received: 1_440 }

/** Polls each due payment, the least recently polled first, and carries out the planned steps of authorized payments. Returns immediately while another poller is running. */
export async function pollPayments(work: ServiceContext, options: PollOptions = {}): Promise<PollReport> {
  const counts: PollCounts = { polled: 0, changed: 0, failed: 0 }
  const lease = await acquireLease(work.context.database, 'poll payments', 0)
  if (lease) {
    try {
      const currentWork = await work.at()
      if (options.orderId === undefined) await planEndingCaptures(currentWork)
      const due = await listDuePayments(currentWork, options)
      const methods = [...new Set(due.map((payment) => payment.payment_method_id))]
      const deadline = performance.now() + roundDuration
      const isOver = (): boolean => performance.now() > deadline || options.signal?.aborted === true
      const of = (id: number | null) => due.filter((payment) => payment.payment_method_id === id)
      await Promise.all(methods.map((id) => pollMethod(currentWork, id, of(id), { counts, isOver, options })))
    } finally {
      await lease.release()
    }
  }
  return { polledCount: counts.polled, changedCount: counts.changed, failedCount: counts.failed }
}

/**
 * Carries out the planned captures and releases of an order now, in the background. If another poller is running, the next round does it.
 * Call it after the change that planned them was committed.
 */
export function beginPlannedSteps({ context }: ServiceContext, orderId: number): void {
  context.background.begin(async (signal) => void (await pollPayments(new ServiceContext(context), { orderId, signal })))
}

async function listDuePayments(
  work: ServiceContext,
  { minutes, limit = pollLimit, orderId }: PollOptions,
): Promise<readonly PaymentRecord[]> {
  if (orderId !== undefined) {
    const payments = await work.list(paymentEntity, { column: 'sales_order_id', values: [orderId] })
    return payments.map(({ values }) => values).filter(({ status, planned }) => status === 'authorized' && planned !== '')
  }
  const pollable = [...work.context.registry.paymentProviders.keys()].filter((name) => getPaymentProvider(work, name)?.ask)
  if (pollable.length === 0) return []
  const connectors = toInList(pollable)
  const before = (age: number): string => formatIsoTime(work.now - age * minute)
  // Pending payments and planned steps come first: customers and staff wait for them.
  const sql = `SELECT id, CASE WHEN status = 'pending' OR planned <> '' THEN 0 ELSE 1 END AS later FROM svc_payment
    WHERE begun IS NOT NULL AND connector IN ${connectors.sql} AND (
      (status = 'pending' AND created >= ?)
      OR (status = 'authorized' AND planned <> '')
      OR (status = 'authorized' AND created >= ? AND COALESCE(polled, begun) < ?)
      OR (status IN ('paid', 'incorrect_amount', 'unsupported_currency') AND created >= ? AND COALESCE(polled, begun) < ?
        AND payment_method_id IN (SELECT id FROM svc_payment_method))
    ) ORDER BY later, polled IS NOT NULL, polled, id LIMIT ?`
  const receivedSince = before(minutes ?? maxReceivedPollAgeMinutes)
  const rows = await work.on.query<{ id: number }>(sql, [
    ...connectors.params,
    before(minutes ?? maxPollAgeMinutes),
    receivedSince,
    before(pauses.authorized),
    receivedSince,
    before(pauses.received),
    limit,
  ])
  const paymentsById = new Map(
    (await work.list(paymentEntity, { column: 'id', values: rows.map(({ id }) => id) })).map((record) => [
      record.id,
      record.values,
    ]),
  )
  return rows.map(({ id }) => paymentsById.get(id)).filter((record) => record !== undefined)
}

interface PollRound {
  readonly counts: PollCounts
  readonly isOver: () => boolean
  readonly options: PollOptions
}

async function pollMethod(
  work: ServiceContext,
  id: number | null,
  payments: readonly PaymentRecord[],
  round: PollRound,
): Promise<void> {
  const { counts, isOver, options } = round
  const waiting = payments.values()
  let failures = 0
  const asker = async (): Promise<void> => {
    for (const payment of waiting) {
      if (isOver() || failures >= maxFailures) return
      try {
        if (await pollPayment(work, await loadMethodWithProvider(work, id), payment, options)) counts.changed += 1
        counts.polled += 1
        failures = 0
      } catch (error) {
        failures += 1
        counts.failed += 1
        logFailure(work, payment, error)
        await work.transact((inside) => inside.write(paymentEntity, { polled: formatIsoTime(inside.now) }, { id: payment.id }))
      }
    }
  }
  await Promise.all(Array.from({ length: concurrentCalls }, asker))
}

/** The reports after the planned step. If the step fails, the state without it. */
async function requestDueReports(
  work: ServiceContext,
  method: MethodWithProvider,
  payment: PaymentRecord,
  limits: CallLimits,
): Promise<readonly PaymentReport[]> {
  const { planned, status } = payment
  if (status === 'authorized' && planned !== '') {
    try {
      const reports = await requestStep(work, method, payment, planned, limits)
      if (reports !== null) return reports
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      logFailure(work, payment, error)
      await noteFailedStep(work, payment.id, error)
    }
  }
  return requestReports(work, method, payment, limits)
}

async function pollPayment(
  work: ServiceContext,
  method: MethodWithProvider,
  payment: PaymentRecord,
  options: PollOptions,
): Promise<boolean> {
  const { signal, patience = defaultTimeout } = options
  const reports = await requestDueReports(work, method, payment, { milliseconds: patience, signal })
  return work.transact(async (inside) => {
    await inside.write(paymentEntity, { polled: formatIsoTime(inside.now) }, { id: payment.id })
    let isChanged = false
    for (const report of reports) if (await settlePayment(inside, payment.id, report, { source: 'poll' })) isChanged = true
    return isChanged
  })
}

/** The messages of a ProviderError contain no secrets, and a NotFoundError means a deleted method. Other errors are failures of the service. */
function logFailure({ context }: ServiceContext, { id, connector }: PaymentRecord, error: unknown): void {
  const fields = { payment: id, connector }
  if (error instanceof ProviderError || error instanceof NotFoundError)
    context.log.warn({ ...fields, reason: error.message }, 'The status of a payment could not be requested from its provider.')
  else context.log.error({ ...fields, err: error }, 'The report about a payment could not be applied.')
}
