// Follow-up mails to shoppers who asked for a person: proposed on request, written and approved by staff, sent once.
import { createMessage } from '../foundation/message.js'
import { NotFoundError, ValidationError } from '../foundation/errors.js'
import { formatIsoTime } from '../foundation/clock.js'
import { chatConversation } from '../model/entities/conversations/chat-conversation.js'
import { chatOutreach } from '../model/entities/conversations/chat-outreach.js'
import { customer } from '../model/entities/customers/customer.js'
import type { ServiceContext } from '../storage/service-context.js'
import { storeTurn } from './journal.js'

/** Runs in the unit of the shopper's request. Other shoppers never get a proposal. */
export async function proposeOutreach(work: ServiceContext, conversation: number): Promise<void> {
  const open = (await work.list(chatOutreach, { column: 'chat_conversation_id', values: [conversation] })).some(
    ({ values }) => values.status === 'proposed',
  )
  if (open) return
  const fields = { chat_conversation_id: conversation, channel: 'mail', status: 'proposed', created: formatIsoTime(work.now) }
  await work.write(chatOutreach, fields)
}

/** The e-mail address that the shopper left last, else that of their account. null if there is none. */
async function findContactAddress(work: ServiceContext, conversation: number): Promise<string | null> {
  const sql = "SELECT data FROM svc_chat_event WHERE chat_conversation_id = ? AND kind = 'person' ORDER BY id DESC"
  const rows = await work.on.query<{ readonly data: string }>(sql, [conversation])
  for (const { data } of rows) {
    const { email } = JSON.parse(data) as { readonly email?: string }
    if (email !== undefined && email !== '') return email
  }
  const record = await work.read(chatConversation, conversation)
  const owner = record?.values.customer_id ?? null
  return owner === null ? null : ((await work.read(customer, owner))?.values.email ?? null)
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
    const [outreachRecord] = await inside.lock(chatOutreach, { column: 'id', values: [outreach_id] })
    if (!outreachRecord) throw new NotFoundError(createMessage('errors.noOutreach', { id: outreach_id }))
    const { status, chat_conversation_id: conversation } = outreachRecord.values
    if (status !== 'proposed') {
      throw ValidationError.of('outreach_id', createMessage('errors.outreachDecided', { status }), 'DECIDED')
    }
    if (!approve) {
      await inside.write(chatOutreach, { status: 'declined' }, { id: outreach_id })
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
    await inside.mail({ to, subject: subject.trim(), text, about: { entity: chatConversation.name, id: conversation } })
    await storeTurn(inside, conversation, 'person', text)
    await inside.write(chatOutreach, { status: 'sent' }, { id: outreach_id })
    return { outreach_id, status: 'sent' }
  })
}
