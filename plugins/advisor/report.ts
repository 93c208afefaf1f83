// Statistics over advisor conversations by question and answer, limited to findings that several conversations share.
import { day, type Queryable, type ServiceContext } from 'product-configurator-service'
import { formatIsoTime, isObject, toInList, type shopperCalls } from '#core/surface.js'
import type { ReplyEvent, ToolEvent } from './journal.js'

/** Findings of fewer conversations are left out, because they could identify a shopper. */
const minConversations = 3
/** Maximum number of conversations, the newest. */
const maxConversations = 5_000

interface ConversationCount {
  readonly conversations: number
}

export interface AdvisorReport {
  readonly days: number
  readonly conversations: number
  readonly turns: number
  /** Conversations that ended with a configuration that can be ordered. */
  readonly finished: number
  readonly handedOver: number
  /** Conversations in which the advisor offered a person. */
  readonly offered: number
  /** Incomplete replies, by outcome. */
  readonly outcomes: Readonly<Record<string, number>>
  /** Amounts, numbers, ids and links without support in the data. */
  readonly unverified: number
  /** Selections that were refused, so merchants see which rules turn shoppers away. */
  readonly refused: readonly (ConversationCount & { readonly question_id: number; readonly value: string })[]
  /** The rules, limits and tables that blocked a selection, or that were asked about. `question_id`: the question of the selection. */
  readonly rules: readonly (ConversationCount & shopperCalls.BlockingRule & { readonly question_id: number })[]
  /** Search words that no product contains. */
  readonly unknownWords: readonly (ConversationCount & { readonly word: string })[]
  /** Preferences that no valid configuration meets together. `value` as in `refused`. */
  readonly unmetWishes: readonly (ConversationCount & { readonly question_id: number; readonly value: string })[]
  /** Questions and answers for which an explanation was requested. */
  readonly explained: readonly (ConversationCount & { readonly question_id: number | null; readonly answer_id: number | null })[]
  /** Questions that were unanswered at the end of a conversation. */
  readonly stoppedAt: readonly (ConversationCount & { readonly question_id: number })[]
  /** Answers of the discussed products that no configuration selected. */
  readonly neverChosen: readonly { readonly question_id: number; readonly answer_id: number }[]
}

/** Counts in how many conversations each key occurs. */
class Tally {
  private readonly seen = new Map<string, Set<number>>()

  add(key: readonly unknown[], conversation: number): void {
    const text = JSON.stringify(key)
    this.seen.set(text, (this.seen.get(text) ?? new Set()).add(conversation))
  }

  /** Keys shared by enough conversations, the most frequent first. */
  list<T>(make: (key: readonly unknown[]) => T): readonly (T & ConversationCount)[] {
    return [...this.seen]
      .map(([key, { size }]) => ({ key, size }))
      .filter(({ size }) => size >= minConversations)
      .sort((a, b) => b.size - a.size)
      .slice(0, 50)
      .map(({ key, size }) => ({ ...make(JSON.parse(key) as readonly unknown[]), conversations: size }))
  }
}

interface EventRow {
  readonly id: number
  readonly conversation: number
  readonly kind: string
  readonly data: string
}

export async function createConversationReport(work: ServiceContext, days = 30): Promise<AdvisorReport> {
  const { on } = work
  const since = formatIsoTime(work.now - days * day)
  const rows = await on.query<{ readonly id: number; readonly configuration_id: number | null }>(
    'SELECT id, configuration_id FROM svc_chat_conversation WHERE last_activity >= ? ORDER BY id DESC LIMIT ?',
    [since, maxConversations],
  )
  const ids = new Set(rows.map(({ id }) => Number(id)))
  const least = Math.min(...ids, Number.MAX_SAFE_INTEGER)
  const events = await on.query<EventRow>(
    "SELECT id, chat_conversation_id AS conversation, kind, data FROM svc_chat_event WHERE chat_conversation_id >= ? AND kind IN ('tool', 'reply', 'person')",
    [least],
  )
  // Sorted here: with ORDER BY the database would read all events of the table in that order.
  events.sort((firstEvent, other) => firstEvent.id - other.id)
  const [counted] = await on.query<{ readonly turns: number }>(
    "SELECT COUNT(*) AS turns FROM svc_chat_turn WHERE chat_conversation_id >= ? AND role = 'shopper'",
    [least],
  )
  const collector = new FindingCollector()
  for (const event of events) if (ids.has(Number(event.conversation))) collector.add(event)
  return {
    days,
    conversations: ids.size,
    turns: Number(counted?.turns ?? 0),
    ...collector.report(),
    neverChosen: await neverChosen(
      on,
      rows.map(({ configuration_id }) => configuration_id).filter((id) => id !== null),
    ),
  }
}

class FindingCollector {
  private readonly refused = new Tally()
  private readonly rules = new Tally()
  private readonly words = new Tally()
  private readonly wishes = new Tally()
  private readonly offered = new Set<number>()
  private readonly explained = new Tally()
  private readonly last = new Map<number, ReplyEvent>()
  private readonly persons = new Set<number>()
  private readonly outcomes: Record<string, number> = {}
  private unverified = 0

  add({ conversation, kind, data }: EventRow): void {
    const id = Number(conversation)
    if (kind === 'person') this.persons.add(id)
    else if (kind === 'reply') this.reply(id, JSON.parse(data) as ReplyEvent)
    else this.tool(id, JSON.parse(data) as ToolEvent)
  }

  private reply(id: number, event: ReplyEvent): void {
    this.last.set(id, event)
    if (event.outcome !== 'whole') this.outcomes[event.outcome] = (this.outcomes[event.outcome] ?? 0) + 1
    this.unverified += event.marks.filter(({ status }) => status === 'unverified').length
  }

  private tool(id: number, { name, input, result, barred: blockedQuestions = [], lacking = {} }: ToolEvent): void {
    for (const { question_id, bars: rules } of blockedQuestions)
      for (const bar of rules) this.rules.add([bar.kind, bar.id, question_id], id)
    for (const word of lacking.words ?? []) this.words.add([word], id)
    for (const { question_id, values } of lacking.wishes ?? []) this.wishes.add([question_id, toReportedValue(values)], id)
    if (name === 'hand_over') this.offered.add(id)
    if (name === 'explain') this.explained.add([input?.['question_id'] ?? null, input?.['answer_id'] ?? null], id)
    if (name === 'conflicts' && input) this.refused.add([input['question_id'], String(input['value'])], id)
    if (name !== 'select') return
    const selections = input?.['selections']
    for (const index of parseRefusedIndexes(result)) {
      const entry: unknown = Array.isArray(selections) ? selections[index] : null
      if (isObject(entry)) this.refused.add([entry['question_id'], toReportedValue(entry['value'])], id)
    }
  }

  report(): Omit<AdvisorReport, 'days' | 'conversations' | 'turns' | 'neverChosen'> {
    const stopped = new Tally()
    let finished = 0
    for (const [id, { facts }] of this.last) {
      if (facts?.finished) finished += 1
      for (const { question_id } of facts?.missing ?? []) stopped.add([question_id], id)
    }
    return {
      finished,
      handedOver: this.persons.size,
      offered: this.offered.size,
      outcomes: this.outcomes,
      unverified: this.unverified,
      refused: this.refused.list(([question_id, value]) => ({ question_id: Number(question_id), value: String(value) })),
      rules: this.rules.list(([kind, rule, question_id]) => ({
        kind: kind as shopperCalls.BlockingRule['kind'],
        id: Number(rule),
        question_id: Number(question_id),
      })),
      unknownWords: this.words.list(([word]) => ({ word: String(word) })),
      unmetWishes: this.wishes.list(([question_id, value]) => ({ question_id: Number(question_id), value: String(value) })),
      explained: this.explained.list(([question_id, answer_id]) => ({
        question_id: typeof question_id === 'number' ? question_id : null,
        answer_id: typeof answer_id === 'number' ? answer_id : null,
      })),
      stoppedAt: stopped.list(([question_id]) => ({ question_id: Number(question_id) })),
    }
  }
}

/** Returns ids unchanged and hides entered text. */
const toReportedValue = (value: unknown): string => (/^[\d,]{1,200}$/.test(String(value)) ? String(value) : '(entry)')

function parseRefusedIndexes(result: string): readonly number[] {
  try {
    const { refused } = JSON.parse(result) as { readonly refused?: readonly { readonly index: number }[] }
    return (refused ?? []).map(({ index }) => index)
  } catch {
    // A truncated result.
    return []
  }
}

/** Answers that no configuration of the products selected. */
async function neverChosen(on: Queryable, configurations: readonly number[]): Promise<AdvisorReport['neverChosen']> {
  if (configurations.length < minConversations) return []
  const idList = toInList(configurations.slice(0, 1_000))
  const rows = await on.query<{ readonly product_id: number; readonly selections: string }>(
    `SELECT product_id, selections FROM svc_configuration WHERE id IN ${idList.sql}`,
    idList.params,
  )
  const chosen = new Set(rows.flatMap(({ selections }) => selections.match(/\d+/g) ?? []).map(Number))
  const products = toInList([...new Set(rows.map(({ product_id }) => Number(product_id)))])
  if (rows.length === 0) return []
  const answers = await on.query<{ readonly id: number; readonly question_id: number }>(
    `SELECT a.id, a.question_id FROM svc_answer a JOIN svc_question q ON q.id = a.question_id JOIN svc_page p ON p.id = q.page_id
      WHERE p.product_id IN ${products.sql} ORDER BY a.id`,
    products.params,
  )
  return answers
    .filter(({ id }) => !chosen.has(Number(id)))
    .slice(0, 200)
    .map(({ id, question_id }) => ({ question_id: Number(question_id), answer_id: Number(id) }))
}
