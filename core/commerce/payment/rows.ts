// Stored payments: found by order and by the provider's id, locked, and with a timeline of reports.
import { createMessage, type MessageText } from '../../foundation/message.js'
import { NotFoundError } from '../../foundation/errors.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import { payment } from '../../model/entities/orders/payment.js'
import { type OrderRecord, salesOrder } from '../../model/entities/orders/sales-order.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import { formatIsoTime } from '../../foundation/clock.js'
import { messageText } from '../../foundation/message-format.js'
import { paymentEvent } from '../../model/entities/orders/payment-event.js'
import type { States } from '../../model/state/statuses.js'

export type PaymentRecord = RecordOf<typeof payment>

/** Oldest first. */
export async function listOrderPayments(work: ServiceContext, orderId: number): Promise<readonly PaymentRecord[]> {
  return (await work.list(payment, { column: 'sales_order_id', values: [orderId] })).map(({ values }) => values)
}

/** The payment that replaced this one after it reached a final state, else this one. */
function findCurrentPayment(payments: readonly PaymentRecord[], id: number): PaymentRecord | undefined {
  const follower = payments.find(({ origin_id }) => origin_id === id)
  return follower ? findCurrentPayment(payments, follower.id) : payments.find((candidate) => candidate.id === id)
}

/** A payment with its order, both locked. The order is locked first, as everywhere. Returns the replacement if the payment was replaced. */
export async function lockPayment(
  work: ServiceContext & TransactionContext,
  id: number,
): Promise<{ readonly order: OrderRecord; readonly payment: PaymentRecord }> {
  const record = await work.read(payment, id)
  const orderId = record?.values.sales_order_id
  const [order] = orderId === undefined ? [] : await work.lock(salesOrder, { column: 'id', values: [orderId] })
  if (!order) throw new NotFoundError(createMessage('errors.noPayment', { id }))
  const records = await work.lock(payment, { column: 'sales_order_id', values: [order.id] })
  const currentPayment = findCurrentPayment(
    records.map(({ values }) => values),
    id,
  )
  if (!currentPayment) throw new NotFoundError(createMessage('errors.noPayment', { id }))
  return { order: order.values, payment: currentPayment }
}

/** The ids by which a provider refers to a payment. */
export interface ProviderPaymentIds {
  readonly reference?: string | undefined
  readonly key?: string | undefined
}

/** A payment method and its provider. */
export interface MethodReference {
  readonly id: number
  readonly connector: string
}

/** The payment of the method with this reference, else with this key. null if there is none yet. */
export async function findPaymentByProviderIds(
  work: ServiceContext,
  { id, connector }: MethodReference,
  name: ProviderPaymentIds,
): Promise<number | null> {
  const { reference = '', key = '' } = name
  if (reference !== '') {
    const condition = 'connector = ? AND reference = ? AND payment_method_id = ?'
    const sql = `SELECT id FROM svc_payment WHERE ${condition} ORDER BY id DESC LIMIT 1`
    const [row] = await work.on.query<{ id: number }>(sql, [connector, reference, id])
    if (row) return row.id
  }
  if (key === '') return null
  const sql = 'SELECT id, reference FROM svc_payment WHERE token = ? AND payment_method_id = ?'
  const [row] = await work.on.query<{ id: number; reference: string }>(sql, [key, id])
  // A payment with another reference is a different payment at the provider.
  return row && (reference === '' || row.reference === '') ? row.id : null
}

/** The source of a report. */
export interface ReportSource {
  readonly source: 'begin' | 'webhook' | 'poll' | 'person'
  /** The provider's id of its report. */
  readonly event?: string
}

/** An entry in the timeline of a payment: a report and its effect. */
export interface PaymentTimelineEntry {
  readonly status: States['payment']
  readonly amount?: number | null
  readonly currency?: string
  readonly messages: readonly MessageText[]
}

const joinTexts = (messages: readonly MessageText[]): string =>
  messages
    .map(messageText)
    .filter((text) => text !== '')
    .join(' ')

/** The fields of a payment's remark with further messages at its end. A remark of an earlier version stays a finished text. */
export function appendToRemark(
  { remark, remark_messages: stored }: Pick<PaymentRecord, 'remark' | 'remark_messages'>,
  messages: readonly MessageText[],
) {
  const earlier = stored.length > 0 || remark === '' ? stored : [remark]
  const remark_messages = [...earlier, ...messages]
  return { remark: joinTexts(remark_messages), remark_messages }
}

/** True if the report was applied before. Call it under the order's lock. */
export async function isReportApplied(work: ServiceContext, connector: string, { event }: ReportSource): Promise<boolean> {
  if (event === undefined) return false
  const sql = 'SELECT id FROM svc_payment_event WHERE connector = ? AND event_id = ?'
  return (await work.on.query(sql, [connector, event])).length > 0
}

export async function addTimelineEntry(
  work: ServiceContext & TransactionContext,
  { id, connector }: PaymentRecord,
  reportSource: ReportSource,
  entry: PaymentTimelineEntry,
): Promise<void> {
  await work.write(paymentEvent, {
    payment_id: id,
    at: formatIsoTime(work.now),
    source: reportSource.source,
    connector,
    event_id: reportSource.event ?? null,
    status: entry.status,
    amount: entry.amount ?? null,
    currency_code: entry.currency ?? '',
    message: joinTexts(entry.messages),
    messages: entry.messages,
  })
}

/** True if the timeline has the same entry: each poll would add it again. */
export async function isOnTimeline(
  work: ServiceContext,
  paymentId: number,
  { status, messages }: PaymentTimelineEntry,
): Promise<boolean> {
  const message = joinTexts(messages)
  const events = await work.list(paymentEvent, { column: 'payment_id', values: [paymentId] })
  return events.some(({ values }) => values.status === status && values.message === message)
}
