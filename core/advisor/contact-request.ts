// Lists shoppers who asked for a person and got no answer yet, with their contact details.
import { toInList } from '../storage/database/statement.js'
import type { ServiceContext } from '../storage/service-context.js'
import type { PersonEvent } from './journal.js'

/** An unanswered request for a person. */
export interface ContactRequest extends PersonEvent {
  readonly id: number
  readonly conversation: number
  readonly language: string
  readonly customer: number | null
  readonly created: string
}

/** Maximum number of listed requests. */
const maxListedRequests = 100

/** The longest waiting first. */
export async function listContactRequests({ on }: ServiceContext): Promise<readonly ContactRequest[]> {
  const rows = await on.query(
    `SELECT o.id, o.chat_conversation_id, o.created, c.customer_id, c.language_tag FROM svc_chat_outreach o
      JOIN svc_chat_conversation c ON c.id = o.chat_conversation_id WHERE o.status = 'proposed' ORDER BY o.id LIMIT ?`,
    [maxListedRequests],
  )
  if (rows.length === 0) return []
  const idList = toInList(rows.map((row) => Number(row['chat_conversation_id'])))
  const events = await on.query(
    `SELECT chat_conversation_id, data FROM svc_chat_event WHERE kind = 'person' AND chat_conversation_id IN ${idList.sql} ORDER BY id`,
    idList.params,
  )
  const details = new Map<number, PersonEvent>()
  for (const event of events) {
    const conversation = Number(event['chat_conversation_id'])
    const { email, phone, note } = JSON.parse(String(event['data'])) as PersonEvent
    // An earlier e-mail address stays valid if a later request has none. The mail uses the same rule.
    const { email: before = '' } = details.get(conversation) ?? {}
    details.set(conversation, { email: email === '' ? before : email, phone, note })
  }
  return rows.map((row) => {
    const conversation = Number(row['chat_conversation_id'])
    const { email = '', phone = '', note = '' } = details.get(conversation) ?? {}
    const customer = row['customer_id'] === null ? null : Number(row['customer_id'])
    const origin = { language: String(row['language_tag'] ?? ''), customer, created: String(row['created'] ?? '') }
    return { id: Number(row['id']), conversation, email, phone, note, ...origin }
  })
}

export async function countContactRequests({ on }: ServiceContext): Promise<number> {
  const [row] = await on.query("SELECT COUNT(*) AS waiting FROM svc_chat_outreach WHERE status = 'proposed'")
  return Number(row?.['waiting'] ?? 0)
}
