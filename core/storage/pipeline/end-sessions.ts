// Ends what was issued to an account whose credentials change, whoever changes them and on whatever path.
import { toColumn } from '../record/values.js'
import type { Draft, WriteTask } from './draft.js'

/** Deletes the sessions and open password resets of the record where a field that opens it gets another value. */
export async function endSessions({ u, entity }: WriteTask, draft: Draft, id: number): Promise<void> {
  const { existing, changed, record } = draft
  if (!existing) return
  const differs = (name: string): boolean => {
    const property = entity.properties[name]
    return property !== undefined && changed.has(name) && toColumn(property, record[name]) !== existing.row[name]
  }
  if (!entity.credentials?.some(differs)) return
  await u.run('DELETE FROM svc_account_tokens WHERE customer_id = ?', [id])
}
