// The running state of a conversation: found by the shopper's token, checked for ownership, and locked within a unit.
import {
  createMessage,
  NotFoundError,
  type RecordOf,
  type ServiceContext,
  sha256,
  type ShopperContext,
  type TransactionContext,
} from 'product-configurator-service'
import { isToken, type SqlParameter, entities } from '#core/surface.js'

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
