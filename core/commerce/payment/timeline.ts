// The timeline of a payment: each report, its source, and its effect.
import { formatIsoTime } from '../../foundation/clock.js'
import type { MessageText } from '../../foundation/message.js'
import { messageText } from '../../foundation/message-format.js'
import { paymentEvent } from '../../model/entities/orders/payment-event.js'
import type { States } from '../../model/state/statuses.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import type { PaymentRecord } from './rows.js'

/** The source of a report. */
export interface ReportSource {
  readonly source: 'begin' | 'webhook' | 'poll' | 'person'
  /** The provider's id of its report. */
  readonly event?: string
}

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
