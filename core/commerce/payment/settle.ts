// Settles payments: applies every report, from a webhook, a poll or staff, forward only and under the order's lock.
import { formatIsoTime } from '../../foundation/clock.js'
import { ServiceError } from '../../foundation/errors.js'
import { toAmount } from '../../engine/money/amount.js'
import { payment as paymentEntity } from '../../model/entities/orders/payment.js'
import type { States } from '../../model/state/declaration.js'
import type { InUnit, Work, WrittenFields } from '../../storage/work.js'
import { changeState } from '../state/change-state.js'
import type { PaymentReport } from './define.js'
import { followPayment } from './follow.js'
import { judge, soundReport } from './judge.js'
import { lockPayment, type OrderRecord, type PaymentRecord } from './rows.js'
import { type Entry, isOnTimeline, isTold, tell, type Told } from './timeline.js'

interface Settling {
  readonly work: Work & InUnit
  readonly order: OrderRecord
  readonly payment: PaymentRecord
  readonly report: PaymentReport
  readonly told: Told
}

type PaymentFields = WrittenFields<(typeof paymentEntity)['properties']>

const save = ({ work }: Settling, { id }: PaymentRecord, fields: PaymentFields): Promise<number> =>
  work.write(paymentEntity, { ...fields, changed: formatIsoTime(work.now) }, { id })

const join = (...sentences: readonly (string | undefined)[]): string => sentences.filter((one) => one).join(' ')

function entryOf(report: PaymentReport, status: States['payment'], ...sentences: readonly string[]): Entry {
  const money = report.status === 'paid' || report.status === 'refunded'
  return {
    status,
    ...(money && { amount: report.amount, currency: report.currency }),
    message: join(...sentences, report.message),
  }
}

/**
 * Moves a payment to the state in a report. Checks the amount, currency and account against the payment. The order follows, with all
 * effects in the same transaction. Each outcome is on the timeline, and anything that staff must check is in the payment's remark. A
 * repeated report, or one without news, changes nothing. @returns true if something changed @throws NOT_READY for a refund of a payment
 * that is not known to be paid; the provider must send it again
 */
export async function settlePayment(work: Work & InUnit, id: number, given: PaymentReport, told: Told): Promise<boolean> {
  const report = soundReport(given)
  const { order, payment } = await lockPayment(work, id)
  if (await isTold(work, payment.connector, told)) return false
  const settling: Settling = { work, order, payment, report, told }
  const verdict = judge(payment, report)
  if (verdict.kind === 'change') return change(settling, payment, verdict)
  if (verdict.kind === 'late') return late(settling, verdict)
  if (verdict.kind === 'underway') return underway(settling)
  if (verdict.kind === 'refund') return refunded(settling, verdict.refunded)
  if (verdict.kind === 'note') return note(settling, verdict.message)
  if (verdict.kind === 'early') throw new ServiceError('NOT_READY', `It is not known yet that payment ${payment.id} was paid.`)
  return false
}

interface Change {
  readonly to: States['payment']
  readonly message: string
}

async function change(settling: Settling, payment: PaymentRecord, { to, message }: Change): Promise<true> {
  const { work, order, report, told } = settling
  const money = report.status === 'paid' ? { received: report.amount, received_currency: report.currency } : {}
  await save(settling, payment, money)
  await changeState(work, 'payment', payment.id, to)
  const remark = join(message, await followPayment(work, order, payment.id, to))
  if (remark !== '') await save(settling, payment, { remark: join(payment.remark, remark) })
  await tell(work, payment, told, entryOf(report, to, remark))
  if (to === 'paid' && report.status === 'paid') {
    const { amount, currency } = report
    await work.announce('onSvcReceivePayment', { paymentId: payment.id, orderId: order.id, amount, currency })
  }
  return true
}

/** A payment in a final state stays unchanged. The money becomes a new payment, which can be seen, booked and refunded. */
async function late(settling: Settling, { to, message }: Change): Promise<true> {
  const { work, payment, told } = settling
  const now = formatIsoTime(work.now)
  const { id: origin_id, token: _token, changed: _changed, polled: _polled, ...same } = payment
  const begun = { ...same, origin_id, status: 'pending', refunded: null, created: now, changed: now } as const
  const remark = `It came after payment ${payment.id} was '${payment.status}'.`
  const id = await work.write(paymentEntity, { ...begun, received: null, received_currency: null, remark })
  const [own] = await work.list(paymentEntity, { column: 'id', values: [id] })
  const seen = `Reported as paid after it was '${payment.status}': that is payment ${id}.`
  await tell(work, payment, { source: told.source }, entryOf(settling.report, payment.status || 'failed', seen))
  return change(settling, own!.values, { to, message })
}

/** While the money is on its way, the shopper is not redirected again and cannot pay a second time, however long it takes. */
async function underway(settling: Settling): Promise<true> {
  const { work, payment, report, told } = settling
  await save(settling, payment, { expires: null, redirect: '' })
  await tell(work, payment, told, entryOf(report, 'pending', 'The customer has paid. The payment is being processed.'))
  return true
}

async function refunded(settling: Settling, amount: number): Promise<true> {
  const { work, order, payment, report, told } = settling
  const isWhole = toAmount(amount) >= toAmount(payment.received ?? 0)
  const isTooMuch = toAmount(amount) > toAmount(payment.received ?? 0)
  const currency = payment.received_currency
  const remark = isTooMuch ? `Paid back ${amount} ${currency} of ${payment.received ?? 0} ${currency} received.` : ''
  await save(settling, payment, { refunded: amount, ...(isTooMuch && { remark: join(payment.remark, remark) }) })
  if (isWhole && payment.status === 'paid') await changeState(work, 'payment', payment.id, 'refunded')
  if (isWhole) await followPayment(work, order, payment.id, 'refunded')
  await tell(
    work,
    payment,
    told,
    entryOf(report, isWhole ? 'refunded' : payment.status || 'paid', isWhole ? remark : 'Paid back in part.'),
  )
  if (isTooMuch) {
    const fields = { payment: payment.id, order: payment.sales_order_id }
    work.context.log.warn(fields, 'A refund is reported above the amount that was received.')
  }
  return true
}

/** Stores a contradicting report for staff, once. */
async function note(settling: Settling, message: string): Promise<boolean> {
  const { work, payment, report, told } = settling
  const entry = entryOf(report, report.status, message)
  if (told.event === undefined && (await isOnTimeline(work, payment.id, entry))) return false
  await tell(work, payment, told, entry)
  await save(settling, payment, { remark: join(payment.remark, message) })
  work.context.log.warn(
    { payment: payment.id, order: payment.sales_order_id },
    'A report about a payment needs somebody to look at it.',
  )
  return true
}
