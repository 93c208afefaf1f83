// Stores and reads the turns of a conversation, and the events that record how each turn was made.
import { type Queryable, type ServiceContext, sha256 } from 'product-configurator-service'
import { type BlockedQuestion, formatIsoTime, entities } from '#core/surface.js'
import type { RecommendedProduct, ReplyMetadata, ConversationTurn } from './define.js'
import { maskPersonalData } from './text-checks.js'
import type { UnmetRequests } from './tool-implementations.js'
import type { ToolResult, VendorMessage } from './vendor/define.js'

/** One use of a tool, as stored in the event `tool`. */
export interface ToolEvent {
  /** The shopper's turn, and the index of the model call within it. */
  readonly turn: number
  readonly round: number
  readonly id: string
  readonly name: string
  readonly input: Readonly<Record<string, unknown>> | null
  readonly failed: boolean
  /** The tool's result as text, as sent to the model. */
  readonly result: string
  readonly recommended: RecommendedProduct | null
  /** Selections that the shopper wanted and rules blocked. Left out if empty. */
  readonly barred?: readonly BlockedQuestion[]
  /** Requests that the shop cannot meet. Left out if there are none. */
  readonly lacking?: UnmetRequests
}

/** How a reply was made, as stored in the event `reply`. */
export interface ReplyEvent extends ReplyMetadata {
  readonly turn: number
  readonly model: string
  readonly calls: number
  readonly input: number
  readonly output: number
  readonly milliseconds: number
}

/** Contact details of a shopper who asked for a person, as stored in the event `person`; '' for missing ones. */
export interface PersonEvent {
  readonly email: string
  readonly phone: string
  readonly note: string
}

export async function storeTurn(work: ServiceContext, conversation: number, role: string, text: string): Promise<number> {
  return work.write(
    entities.chatTurn,
    { chat_conversation_id: conversation, role, text, created: formatIsoTime(work.now) },
    { trusted: true },
  )
}

export async function storeConversationEvent(
  work: ServiceContext,
  conversation: number,
  kind: string,
  data: object,
): Promise<void> {
  await work.write(
    entities.chatEvent,
    { chat_conversation_id: conversation, kind, data, created: formatIsoTime(work.now) },
    { trusted: true },
  )
}

/** Stores the reply without the configuration's token, because staff read events too. */
export async function storeReply(work: ServiceContext, conversation: number, { facts, ...event }: ReplyEvent): Promise<void> {
  const storedFacts = facts && { ...facts, configuration: sha256(facts.configuration) }
  await storeConversationEvent(work, conversation, 'reply', { ...event, facts: storedFacts })
}

/** The token of the conversation's current configuration; '' if there is none. */
async function loadCurrentToken(on: Queryable, conversation: number): Promise<string> {
  const sql = `SELECT f.token FROM svc_chat_conversation c JOIN svc_configuration f ON f.id = c.configuration_id WHERE c.id = ?`
  const [row] = await on.query<{ readonly token: string }>(sql, [conversation])
  return row?.token ?? ''
}

interface EventRow {
  readonly data: string
}

async function loadEvents<T>(on: Queryable, conversation: number, kind: string, since = 0): Promise<readonly T[]> {
  const sql = 'SELECT data FROM svc_chat_event WHERE chat_conversation_id = ? AND kind = ? AND id > ? ORDER BY id'
  const rows = await on.query<EventRow>(sql, [conversation, kind, since])
  return rows.map(({ data }) => JSON.parse(data) as T)
}

/** The tools used so far for a pending turn. */
export async function loadToolEvents(on: Queryable, conversation: number, turn: number): Promise<readonly ToolEvent[]> {
  return (await loadEvents<ToolEvent>(on, conversation, 'tool')).filter((event) => event.turn === turn)
}

interface TurnRow {
  readonly id: number
  readonly role: string
  readonly text: string
  readonly created: string
}

/** The last turns, oldest first. */
async function loadTurnRows(on: Queryable, conversation: number, limit: number): Promise<readonly TurnRow[]> {
  const sql = 'SELECT id, role, text, created FROM svc_chat_turn WHERE chat_conversation_id = ? ORDER BY id DESC LIMIT ?'
  return (await on.query<TurnRow>(sql, [conversation, limit])).toReversed()
}

/** Maximum number of turns that are shown, and that are sent to the vendor. */
const maxReadTurns = 400
const maxVendorTurns = 24

export async function readTurns(on: Queryable, conversation: number): Promise<readonly ConversationTurn[]> {
  const rows = await loadTurnRows(on, conversation, maxReadTurns)
  const events = new Map(
    (await loadEvents<ReplyEvent>(on, conversation, 'reply')).map((replyEvent) => [replyEvent.turn, replyEvent]),
  )
  const key = events.size === 0 ? '' : await loadCurrentToken(on, conversation)
  return rows.map(({ id, role, text, created }) => {
    const event = events.get(id)
    return { role: toTurnRole(role), turn: id, text, created, reply: event ? withToken(toReplyMetadata(event), key) : null }
  })
}

/** Facts about an earlier configuration are returned without a token. */
function withToken({ facts, ...part }: ReplyMetadata, key: string): ReplyMetadata {
  const isIts = key !== '' && facts?.configuration === sha256(key)
  return { ...part, facts: facts && { ...facts, configuration: isIts ? key : '' } }
}

export const toTurnRole = (role: string): ConversationTurn['role'] => (role === 'shopper' || role === 'person' ? role : 'advisor')

export function toReplyMetadata({ answers, outcome, notice, marks, facts, recommended }: ReplyEvent): ReplyMetadata {
  return { answers, outcome, notice, marks, facts, recommended }
}

/** The reply to a turn. null if there is none yet. */
export async function readReply(on: Queryable, conversation: number, answers: number): Promise<ConversationTurn | null> {
  return (await readTurns(on, conversation)).find(({ reply }) => reply?.answers === answers) ?? null
}

export interface ConversationHistory {
  readonly messages: readonly VendorMessage[]
  /** The shopper's messages, unmasked. */
  readonly shopperTexts: readonly string[]
}

/** The messages for the vendor up to a turn: masked, roles alternating, the shopper's first. */
export async function loadHistory(on: Queryable, conversation: number, turn: number): Promise<ConversationHistory> {
  const rows = (await loadTurnRows(on, conversation, maxVendorTurns)).filter(({ id, text }) => id <= turn && text !== '')
  const messages: VendorMessage[] = []
  for (const { role, text } of rows) {
    const last = messages.at(-1)
    if (role === 'shopper') {
      if (last?.role === 'shopper') messages[messages.length - 1] = { role, text: `${last.text}\n\n${maskPersonalData(text)}` }
      else messages.push({ role, text: maskPersonalData(text) })
    } else if (last?.role === 'advisor')
      messages[messages.length - 1] = { ...last, text: `${last.text}\n\n${maskPersonalData(text)}` }
    else if (last) messages.push({ role: 'advisor', text: maskPersonalData(text), calls: [] })
  }
  return { messages, shopperTexts: rows.filter(({ role }) => role === 'shopper').map(({ text }) => text) }
}

/** The tools used for a turn, as the vendor's calls and results. */
export function toToolMessages(used: readonly ToolEvent[]): readonly VendorMessage[] {
  const rounds = [...new Set(used.map(({ round }) => round))].sort((a, b) => a - b)
  return rounds.flatMap((round): readonly VendorMessage[] => {
    const own = used.filter((event) => event.round === round)
    const calls = own.map(({ id, name, input }) => ({ id, name, input }))
    const results: ToolResult[] = own.map(({ id, result, failed }) => ({ id, text: result, failed }))
    return [
      { role: 'advisor', text: '', calls },
      { role: 'tools', results },
    ]
  })
}
