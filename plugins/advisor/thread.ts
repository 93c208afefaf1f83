// The state of a conversation: its stored thread, its configuration, and the replies that this process is writing.
import {
  createMessage,
  NotFoundError,
  type RecordOf,
  type ServiceContext,
  sha256,
  type ShopperContext,
  type TransactionContext,
  type Context,
} from 'product-configurator-service'
import { isToken, type SqlParameter, entities, type ConfigurationReply, type ProductReply, shopperCalls } from '#core/surface.js'
import type { ConfigurationFacts, ReplyStreamEvent, ReplyStreamEventMap, StreamEventName } from './define.js'

/** The running state of a conversation. */
export interface ThreadState {
  readonly state: 'open' | 'person'
  /** The shopper's turn that waits for its reply; 0 for none. */
  readonly pending: number
  readonly attempt: number
  readonly stop: number
  readonly turns: number
  readonly tokens: number
  readonly calls: number
  readonly watched: number
}

export interface ConversationRecord extends RecordOf<typeof entities.chatConversation> {
  readonly id: number
}

export interface LoadedThread {
  readonly id: number
  readonly token: string
  readonly thread: ThreadState
  readonly conversation: ConversationRecord
}

const createUnknownTokenError = (): NotFoundError => new NotFoundError(createMessage('advisor.conversationUnknown'))

const columns = 'conversation_id, state, pending, attempt, stop, turns, tokens, calls, watched'

function toThread(row: Readonly<Record<string, unknown>>): ThreadState {
  const count = (name: string): number => Number(row[name] ?? 0)
  return {
    state: row['state'] === 'person' ? 'person' : 'open',
    pending: count('pending'),
    attempt: count('attempt'),
    stop: count('stop'),
    turns: count('turns'),
    tokens: count('tokens'),
    calls: count('calls'),
    watched: count('watched'),
  }
}

/**
 * The conversation of the token, locked if called in a unit. NOT_FOUND for unknown conversations and conversations of other people. A
 * conversation of an account belongs to that account. A guest's belongs to guests with the token until an account claims it.
 */
export async function findThread(shopperContext: ShopperContext, token: string): Promise<LoadedThread> {
  if (!isToken(token)) throw createUnknownTokenError()
  const lock = shopperContext.unit ? shopperContext.unit.dialect.forUpdate : ''
  const sql = `SELECT ${columns} FROM svc_advisor_threads WHERE digest = ? ${lock}`
  const [row] = await shopperContext.on.query(sql, [sha256(token)])
  const id = Number(row?.['conversation_id'] ?? 0)
  const [record] = row ? await shopperContext.list(entities.chatConversation, { column: 'id', values: [id] }) : []
  if (!row || !record) throw createUnknownTokenError()
  const { namedShopper: owner } = shopperContext
  if (owner !== null && record.values.customer_id !== owner.customerId) throw createUnknownTokenError()
  return { id, token, thread: toThread(row), conversation: { ...record.values, id } }
}

/** The running state by id, without an ownership check. */
export async function readThread(work: ServiceContext, id: number): Promise<ThreadState | null> {
  const lock = work.unit ? work.unit.dialect.forUpdate : ''
  const [row] = await work.on.query(`SELECT ${columns} FROM svc_advisor_threads WHERE conversation_id = ? ${lock}`, [id])
  return row ? toThread(row) : null
}

export async function insertThread({ unit }: TransactionContext, id: number, token: string, now: number): Promise<void> {
  const names = [
    'conversation_id',
    'digest',
    'state',
    'pending',
    'attempt',
    'stop',
    'turns',
    'tokens',
    'calls',
    'money',
    'watched',
  ]
  const values: SqlParameter[] = [id, sha256(token), 'open', 0, 0, 0, 0, 0, 0, 0, now]
  await unit.run(`INSERT INTO svc_advisor_threads (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`, values)
}

export type ThreadChanges = Partial<Record<keyof ThreadState, string | number>>

/** The column names come from code, not from input. */
export async function changeThread(work: ServiceContext, id: number, changes: ThreadChanges): Promise<void> {
  const names = Object.keys(changes)
  const sql = `UPDATE svc_advisor_threads SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE conversation_id = ?`
  await work.on.run(sql, [...Object.values(changes), id])
}

/** The token of the conversation's configuration. null if there is none, or it no longer exists. */
export async function loadConfigurationToken(work: ServiceContext, id: number | null): Promise<string | null> {
  if (id === null) return null
  const [record] = await work.list(entities.configuration, { column: 'id', values: [id] })
  return record?.values.token ?? null
}

export interface ConfigurationStatus {
  readonly facts: ConfigurationFacts
  readonly product: ProductReply
  readonly configurationReply: ConfigurationReply
}

/** Runs the same verbs as the configuration page. null if the configuration no longer exists: deleted with its product, or expired. */
export async function loadConfigurationStatus(
  shopperContext: ShopperContext,
  token: string | null,
): Promise<ConfigurationStatus | null> {
  if (token === null) return null
  try {
    const reply = await shopperCalls.runVerbForShopper<ConfigurationReply>('read-configuration', { token }, shopperContext)
    const product = await shopperCalls.runVerbForShopper<ProductReply>(
      'show-product',
      { key: String(reply.product_id), configuration: token },
      shopperContext,
    )
    return { facts: toConfigurationFacts(reply, product), product, configurationReply: reply }
  } catch (error) {
    if (error instanceof NotFoundError) return null
    throw error
  }
}

function toConfigurationFacts(reply: ConfigurationReply, { product }: ProductReply): ConfigurationFacts {
  const titles = new Map(product.pages.flatMap(({ questions }) => questions).map(({ id, title, unit }) => [id, { title, unit }]))
  return {
    configuration: reply.configuration,
    revision: reply.revision,
    product_id: reply.product_id,
    product: product.title,
    selected: reply.questions
      .filter(({ applies, text }) => applies && text !== null)
      .map(({ id, text }) => {
        const { title = '', unit = '' } = titles.get(id) ?? {}
        return { question_id: id, question: title, text: unit === '' ? text! : `${text} ${unit}` }
      }),
    missing: reply.missing.map(({ question_id, message }) => ({ question_id, message })),
    finished: reply.missing.length === 0,
    price: reply.price,
    currency: reply.currency,
    weight: reply.weight,
  }
}

/** A reply that this process is writing, in memory: local listeners need no database. */
export class LiveReply {
  readonly events: ReplyStreamEvent[] = []
  /** Current number of listeners. */
  listeners = 0
  over = false
  private readonly waiting = new Set<() => void>()

  constructor(
    readonly turn: number,
    readonly attempt: number,
  ) {}

  emit<Name extends StreamEventName>(event: Name, data: ReplyStreamEventMap[Name]): void {
    this.events.push({ turn: this.turn, attempt: this.attempt, place: this.events.length + 1, event, data: JSON.stringify(data) })
    this.wake()
  }

  end(): void {
    this.over = true
    this.wake()
  }

  /** Resolves on the next event, at the end, after the timeout, or when the signal aborts. */
  waitForEvent(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (this.over) return Promise.resolve()
    return new Promise((resolve) => {
      const finish = (): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', finish)
        this.waiting.delete(finish)
        resolve()
      }
      const timer = setTimeout(finish, milliseconds)
      signal.addEventListener('abort', finish, { once: true })
      this.waiting.add(finish)
    })
  }

  private wake(): void {
    for (const callback of [...this.waiting]) callback()
  }
}

const repliesByContext = new WeakMap<Context, Map<number, LiveReply>>()

/** By conversation id. */
export function getLiveReplies(context: Context): Map<number, LiveReply> {
  const replies = repliesByContext.get(context) ?? new Map<number, LiveReply>()
  repliesByContext.set(context, replies)
  return replies
}
