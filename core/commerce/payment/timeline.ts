// The timeline of a payment: what was reported about it, by whom, and what followed.
import { formatIsoTime } from '../../foundation/clock.js'
import { paymentEvent } from '../../model/entities/orders/payment-event.js'
import type { States } from '../../model/state/declaration.js'
import type { InUnit, Work } from '../../storage/work.js'
import type { PaymentRecord } from './rows.js'

/** Who says so. */
export interface Told {
  readonly source: 'begin' | 'webhook' | 'poll' | 'person'
  /** The provider's name of its report. */
  readonly event?: string
}

export interface Entry {
  readonly status: States['payment']
  readonly amount?: number | null
  readonly currency?: string
  readonly message: string
}

/** True where the report was taken before; asked under the order's lock. */
export async function isTold(work: Work, connector: string, { event }: Told): Promise<boolean> {
  if (event === undefined) return false
  const sql = 'SELECT id FROM svc_payment_event WHERE connector = ? AND event_id = ?'
  return (await work.on.query(sql, [connector, event])).length > 0
}

/** Writes an entry. */
export async function tell(work: Work & InUnit, { id, connector }: PaymentRecord, told: Told, entry: Entry): Promise<void> {
  await work.write(paymentEvent, {
    payment_id: id,
    at: formatIsoTime(work.now),
    source: told.source,
    connector,
    event_id: told.event ?? null,
    status: entry.status,
    amount: entry.amount ?? null,
    currency_code: entry.currency ?? '',
    message: entry.message,
  })
}

/** True where the timeline says the same already: a poll would say it again every time. */
export async function isOnTimeline(work: Work, paymentId: number, { status, message }: Entry): Promise<boolean> {
  const told = await work.list(paymentEvent, { column: 'payment_id', values: [paymentId] })
  return told.some(({ values }) => values.status === status && values.message === message)
}
