// Shoppers who asked for a person: the list for staff, and follow-up mails that staff write and send once.
import { createMessage, NotFoundError, type ServiceContext, ValidationError } from 'product-configurator-service'
import { formatIsoTime, toInList, entities, serviceState } from '#core/surface.js'
import { storeTurn, type PersonEvent } from './journal.js'

/** Runs in the unit of the shopper's request. Other shoppers never get a proposal. */
export async function proposeOutreach(work: ServiceContext, conversation: number): Promise<void> {
  const open = (await work.list(entities.chatOutreach, { column: 'chat_conversation_id', values: [conversation] })).some(
    ({ values }) => values.status === 'proposed',
  )
  if (open) return
  const fields = { chat_conversation_id: conversation, channel: 'mail', status: 'proposed', created: formatIsoTime(work.now) }
  await work.write(entities.chatOutreach, fields)
}

/** The e-mail address that the shopper left last, else that of their account. null if there is none. */
async function findContactAddress(work: ServiceContext, conversation: number): Promise<string | null> {
  const sql = "SELECT data FROM svc_chat_event WHERE chat_conversation_id = ? AND kind = 'person' ORDER BY id DESC"
  const rows = await work.on.query<{ readonly data: string }>(sql, [conversation])
  for (const { data } of rows) {
    const { email } = JSON.parse(data) as { readonly email?: string }
    if (email !== undefined && email !== '') return email
  }
  const record = await work.read(entities.chatConversation, conversation)
  const owner = record?.values.customer_id ?? null
  return owner === null ? null : ((await work.read(entities.customer, owner))?.values.email ?? null)
}

export interface OutreachDecision {
  readonly outreach_id: number
  readonly approve: boolean
  readonly subject?: string | undefined
  readonly text?: string | undefined
}

export interface OutreachReport {
  readonly outreach_id: number
  readonly status: string
}

/** Queues the mail and stores it as a turn of the person, or declines. ValidationError if already decided, or if a text is empty. */
export async function applyOutreachDecision(
  work: ServiceContext,
  { outreach_id, approve, subject = '', text = '' }: OutreachDecision,
): Promise<OutreachReport> {
  return work.transact(async (inside) => {
    const [outreachRecord] = await inside.lock(entities.chatOutreach, { column: 'id', values: [outreach_id] })
    if (!outreachRecord) throw new NotFoundError(createMessage('errors.noOutreach', { id: outreach_id }))
    const { status, chat_conversation_id: conversation } = outreachRecord.values
    if (status !== 'proposed') {
      throw ValidationError.of('outreach_id', createMessage('errors.outreachDecided', { status }), 'DECIDED')
    }
    if (!approve) {
      await inside.write(entities.chatOutreach, { status: 'declined' }, { id: outreach_id })
      return { outreach_id, status: 'declined' }
    }
    if (subject.trim() === '' || text.trim() === '') {
      throw ValidationError.of(
        subject.trim() === '' ? 'subject' : 'text',
        createMessage('errors.outreachTextMissing'),
        'REQUIRED',
      )
    }
    const to = await findContactAddress(inside, conversation)
    if (to === null) throw ValidationError.of('outreach_id', createMessage('errors.outreachWithoutAddress'), 'NO_ADDRESS')
    const [shop] = await (await inside.at()).records(entities.store)
    await inside.mail({
      to,
      replyTo: serviceState.getReplyAddress(shop),
      subject: subject.trim(),
      text,
      about: { entity: entities.chatConversation.name, id: conversation },
    })
    await storeTurn(inside, conversation, 'person', text)
    await inside.write(entities.chatOutreach, { status: 'sent' }, { id: outreach_id })
    return { outreach_id, status: 'sent' }
  })
}

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
