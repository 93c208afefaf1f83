// Ends the sessions and password resets of an account when its credentials change, on every write path.
import { toColumnValue } from '../record/values.js'
import type { Draft, WriteTask } from './draft.js'

/** Deletes the record's sessions and open password resets if a credential field gets a different value. */
export async function endCustomerSessions({ u, entity }: WriteTask, draft: Draft, id: number): Promise<void> {
  const { existing, changed, record } = draft
  if (!existing) return
  const differs = (name: string): boolean => {
    const property = entity.properties[name]
    return property !== undefined && changed.has(name) && toColumnValue(property, record[name]) !== existing.row[name]
  }
  if (!entity.credentials?.some(differs)) return
  await u.run('DELETE FROM svc_account_tokens WHERE customer_id = ?', [id])
}
