// Advisor conversations for staff: a list with costs, and a single conversation in full.
import { createMessage, NotFoundError, type ServiceContext } from 'product-configurator-service'
import { type SqlParameter, toInList, entities } from '#core/surface.js'
import { millionthsPerUnit } from './budget.js'
import type { ConfigurationFacts, ConversationTurn } from './define.js'
import { type PersonEvent, type ReplyEvent, toTurnRole, type ToolEvent } from './journal.js'

export interface StaffConversationHead {
  readonly id: number
  /** `person`: staff were asked to take over. */
  readonly state: 'open' | 'person'
  /** True while a reply is being written. */
  readonly pending: boolean
  /** Language tag. */
  readonly language: string
  /** null: a guest. */
  readonly customer: number | null
  /** ISO 8601. */
  readonly started: string
  readonly lastActivity: string
  /** Number of the shopper's turns. */
  readonly turns: number
  readonly calls: number
  readonly tokens: number
  readonly money: number
}

export interface StaffConversationRow extends StaffConversationHead {
  /** The beginning of the last turn. */
  readonly last: { readonly role: ConversationTurn['role']; readonly text: string } | null
  readonly reviewed: boolean
}

export interface StaffConversationQuery {
  readonly state?: 'open' | 'person' | undefined
  readonly limit: number
  readonly offset: number
}

/** Maximum characters of the last turn in a list. */
const maxExcerptLength = 160

type Row = Readonly<Record<string, unknown>>

const headColumns = `c.id, c.customer_id, c.language_tag, c.started, c.last_activity, t.state, t.pending, t.turns, t.calls, t.tokens, t.money
  FROM svc_chat_conversation c LEFT JOIN svc_advisor_threads t ON t.conversation_id = c.id`

function toConversationHead(row: Row): StaffConversationHead {
  const count = (name: string): number => Number(row[name] ?? 0)
  return {
    id: Number(row['id']),
    state: row['state'] === 'person' ? 'person' : 'open',
    pending: count('pending') > 0,
    language: String(row['language_tag'] ?? ''),
    customer: row['customer_id'] === null ? null : count('customer_id'),
    started: String(row['started'] ?? ''),
    lastActivity: String(row['last_activity'] ?? ''),
    turns: count('turns'),
    calls: count('calls'),
    tokens: count('tokens'),
    money: count('money') / millionthsPerUnit,
  }
}

/** The most recently active conversations first. */
export async function listStaffConversations(
  { on }: ServiceContext,
  { state, limit, offset }: StaffConversationQuery,
): Promise<{ readonly conversations: readonly StaffConversationRow[]; readonly total: number }> {
  const condition = state === undefined ? '' : "WHERE COALESCE(t.state, 'open') = ?"
  const params: readonly SqlParameter[] = state === undefined ? [] : [state]
  const thread = condition === '' ? '' : 'LEFT JOIN svc_advisor_threads t ON t.conversation_id = c.id'
  const [counted] = await on.query(`SELECT COUNT(*) AS total FROM svc_chat_conversation c ${thread} ${condition}`, params)
  const rows = await on.query(`SELECT ${headColumns} ${condition} ORDER BY c.last_activity DESC, c.id DESC LIMIT ? OFFSET ?`, [
    ...params,
    limit,
    offset,
  ])
  const heads = rows.map(toConversationHead)
  const total = Number(counted?.['total'] ?? 0)
  if (heads.length === 0) return { conversations: [], total }
  const idList = toInList(heads.map(({ id }) => id))
  const lastTurns = await on.query(
    `SELECT chat_conversation_id AS id, role, SUBSTR(text, 1, ${maxExcerptLength}) AS text FROM svc_chat_turn WHERE id IN
      (SELECT MAX(id) FROM svc_chat_turn WHERE chat_conversation_id IN ${idList.sql} GROUP BY chat_conversation_id)`,
    idList.params,
  )
  const reviews = await on.query(
    `SELECT DISTINCT chat_conversation_id AS id FROM svc_chat_review WHERE chat_conversation_id IN ${idList.sql}`,
    idList.params,
  )
  const last = new Map(
    lastTurns.map((row) => [Number(row['id']), { role: toTurnRole(String(row['role'])), text: String(row['text']) }]),
  )
  const reviewed = new Set(reviews.map(({ id }) => Number(id)))
  return {
    conversations: heads.map((head) => ({ ...head, last: last.get(head.id) ?? null, reviewed: reviewed.has(head.id) })),
    total,
  }
}

export interface StaffToolUse extends Pick<ToolEvent, 'name' | 'failed' | 'result' | 'recommended'> {
  /** JSON. */
  readonly input: string
}

/** How a reply was made. Leaves out the configuration's token, because it allows changes by anyone who has it. */
export interface StaffReply extends Omit<ReplyEvent, 'facts' | 'turn' | 'answers'> {
  readonly facts: Omit<ConfigurationFacts, 'configuration'> | null
}

export interface StaffTurn extends Omit<ConversationTurn, 'reply'> {
  /** The tools that the advisor used, for a shopper's turn. */
  readonly tools: readonly StaffToolUse[]
  readonly reply: StaffReply | null
}

export type StaffEntry =
  | { readonly kind: 'turn'; readonly at: string; readonly turn: StaffTurn }
  | { readonly kind: 'consent'; readonly at: string }
  | { readonly kind: 'person'; readonly at: string; readonly person: PersonEvent }

export interface StaffConversation extends StaffConversationHead {
  /** In chronological order. */
  readonly entries: readonly StaffEntry[]
  readonly recommended: readonly { readonly product: number | null; readonly reason: string; readonly created: string }[]
  readonly reviews: readonly { readonly lessons: string; readonly model: string; readonly created: string }[]
  readonly outreach: readonly { readonly id: number; readonly status: string; readonly created: string }[]
}

/** Limits for reading one conversation, from its end. They are higher than the limits of a conversation. */
const maxReadTurns = 400
const maxReadEvents = 4_000

/** The order of entries with the same time: the consent first, the request for a person last. */
const entryRank = { consent: 0, turn: 1, person: 2 } as const

function toStaffReply({ facts, turn: _turn, answers: _answers, ...rest }: ReplyEvent): StaffReply {
  if (facts === null) return { ...rest, facts }
  const { configuration: _key, ...visibleFacts } = facts
  return { ...rest, facts: visibleFacts }
}

async function loadEntries({ on }: ServiceContext, id: number): Promise<readonly StaffEntry[]> {
  const turns = await on.query<{ id: number; role: string; text: string; created: string }>(
    'SELECT id, role, text, created FROM svc_chat_turn WHERE chat_conversation_id = ? ORDER BY id DESC LIMIT ?',
    [id, maxReadTurns],
  )
  const events = await on.query<{ kind: string; data: string; created: string }>(
    'SELECT kind, data, created FROM svc_chat_event WHERE chat_conversation_id = ? ORDER BY id DESC LIMIT ?',
    [id, maxReadEvents],
  )
  const replies = new Map<number, StaffReply>()
  const tools = new Map<number, StaffToolUse[]>()
  const entries: StaffEntry[] = []
  for (const { kind, data, created: at } of events.toReversed()) {
    if (kind === 'consent') entries.push({ kind, at })
    else if (kind === 'person') entries.push({ kind, at, person: JSON.parse(data) as PersonEvent })
    else if (kind === 'reply') {
      const event = JSON.parse(data) as ReplyEvent
      replies.set(event.turn, toStaffReply(event))
    } else if (kind === 'tool') {
      const { turn, name, failed, input, result, recommended } = JSON.parse(data) as ToolEvent
      const toolUses = tools.get(turn) ?? []
      toolUses.push({ name, failed, result, recommended, input: JSON.stringify(input) })
      tools.set(turn, toolUses)
    }
  }
  for (const { id: turn, role, text, created: at } of turns.toReversed()) {
    const more = { tools: tools.get(turn) ?? [], reply: replies.get(turn) ?? null }
    entries.push({ kind: 'turn', at, turn: { role: toTurnRole(role), turn, text, created: at, ...more } })
  }
  return entries.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : entryRank[a.kind] - entryRank[b.kind]))
}

/** NOT_FOUND for a conversation that does not exist or was deleted. */
export async function readStaffConversation(work: ServiceContext, id: number): Promise<StaffConversation> {
  const [row] = await work.on.query(`SELECT ${headColumns} WHERE c.id = ?`, [id])
  if (!row) throw new NotFoundError(createMessage('errors.noConversation', { id: String(id) }))
  const own = { column: 'chat_conversation_id', values: [id] }
  const recommended = await work.list(entities.chatRecommendation, own)
  const reviews = await work.list(entities.chatReview, own)
  const outreach = await work.list(entities.chatOutreach, own)
  return {
    ...toConversationHead(row),
    entries: await loadEntries(work, id),
    recommended: recommended.map(({ values: { product_id: product, reason, created } }) => ({
      product,
      reason,
      created: created ?? '',
    })),
    reviews: reviews.map(({ values: { lessons, model, created } }) => ({ lessons, model, created: created ?? '' })),
    outreach: outreach.map(({ id: number, values: { status, created } }) => ({ id: number, status, created: created ?? '' })),
  }
}
