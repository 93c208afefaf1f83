// Deletes conversations whose retention time has passed, and remains of deleted conversations.
import { day, formatIsoTime } from '../foundation/clock.js'
import { chatConversation } from '../model/entities/conversations/chat-conversation.js'
import type { ServiceContext } from '../storage/service-context.js'

/** Conversations per statement. */
const batchSize = 100
/** Milliseconds after which an empty conversation is deleted, and after which the search for empty ones stops. */
const [silent, looked] = [day, 30 * day]

/** Returns the number of deleted conversations: empty ones and, if the retention setting is not empty, old ones. */
export async function pruneConversations(work: ServiceContext, signal?: AbortSignal): Promise<number> {
  const days = (await work.at()).moment.snapshot.settings.advisor_retention_days ?? null
  const old = days === null ? 0 : await pruneBefore(work, formatIsoTime(work.now - days * day), signal)
  const forgotten = old + (await pruneEmpty(work, signal))
  // The table contains only replies in progress and aborted ones.
  await work.context.database.run(
    'DELETE FROM svc_advisor_stream WHERE conversation_id NOT IN (SELECT id FROM svc_chat_conversation)',
  )
  return forgotten
}

function pruneBefore(work: ServiceContext, time: string, signal?: AbortSignal): Promise<number> {
  return pruneMatching(work, 'last_activity < ?', [time], signal)
}

/** Limits the effect of clients that open thousands of conversations without a message. */
function pruneEmpty(work: ServiceContext, signal?: AbortSignal): Promise<number> {
  const turnSql = 'SELECT 1 FROM svc_chat_turn t WHERE t.chat_conversation_id = svc_chat_conversation.id'
  const span = [formatIsoTime(work.now - looked), formatIsoTime(work.now - silent)]
  return pruneMatching(work, `last_activity >= ? AND last_activity < ? AND NOT EXISTS (${turnSql})`, span, signal)
}

async function pruneMatching(
  work: ServiceContext,
  condition: string,
  of: readonly string[],
  signal?: AbortSignal,
): Promise<number> {
  const sql = `SELECT id FROM svc_chat_conversation WHERE ${condition} ORDER BY id LIMIT ?`
  for (let forgotten = 0; ; ) {
    const rows = await work.context.database.query<{ readonly id: number }>(sql, [...of, batchSize])
    for (const { id } of rows) await work.remove(chatConversation, id)
    forgotten += rows.length
    if (rows.length < batchSize || signal?.aborted) return forgotten
  }
}
