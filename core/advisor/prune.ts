// Forgets conversations that are older than the shop keeps them, and what was left of conversations that are gone.
import { day, isoTime } from '../ground/clock.js'
import { chatConversation } from '../model/entities/conversations/chat-conversation.js'
import type { Work } from '../storage/work.js'

/** Conversations that are forgotten in one step. */
const batch = 100

/** How many were forgotten; none where the setting is empty. */
export async function pruneConversations(work: Work, signal?: AbortSignal): Promise<number> {
  const days = (await work.at()).moment.snapshot.settings.advisor_retention_days ?? null
  const forgotten = days === null ? 0 : await forgetBefore(work, isoTime(work.now - days * day), signal)
  // Only replies that are under way, or broke off, lie there.
  await work.context.database.run(
    'DELETE FROM svc_advisor_stream WHERE conversation_id NOT IN (SELECT id FROM svc_chat_conversation)',
  )
  return forgotten
}

async function forgetBefore(work: Work, time: string, signal?: AbortSignal): Promise<number> {
  const sql = 'SELECT id FROM svc_chat_conversation WHERE last_activity < ? ORDER BY id LIMIT ?'
  for (let forgotten = 0; ; ) {
    const found = await work.context.database.query<{ readonly id: number }>(sql, [time, batch])
    for (const { id } of found) await work.remove(chatConversation, id)
    forgotten += found.length
    if (found.length < batch || signal?.aborted) return forgotten
  }
}
