// Flags that exactly one record of an entity has: setting one clears the previous, and the last is never cleared.
import { createLabel, createMessage, type Message } from '../../foundation/message.js'
import { type CheckScope, Refusal } from '../../foundation/property/kind.js'
import type { DeleteScope, FieldRefusal, StoreScope } from './define.js'

/** Field names with the role of the flagged record, for example `{ is_base: 'base currency' }`. */
export type Flags = Readonly<Record<string, Message>>

/** Refuses to clear the last flag. */
export async function requireFlagHolder(scope: CheckScope, flags: Flags): Promise<readonly FieldRefusal[]> {
  const issues: FieldRefusal[] = []
  for (const [field, meaning] of Object.entries(flags)) {
    if (scope.record[field] === true) continue
    const holders = await scope.find(scope.entity, field, true)
    if (holders.some((holder) => holder.id !== scope.id)) continue
    const message = createMessage('fields.flagRequired', { meaning, flag: field, entity: createLabel('entity', scope.entity) })
    issues.push({ field, refusal: new Refusal(message) })
  }
  return issues
}

/**
 * After a record was stored with flags: clears them in the previous holders. Several flags of one record are cleared in one write,
 * because each write alone would be refused for the remaining flags.
 */
export async function clearOtherFlags(scope: StoreScope, flags: Flags): Promise<void> {
  const changes = new Map<number, Record<string, boolean>>()
  for (const field of Object.keys(flags)) {
    if (scope.record[field] !== true) continue
    for (const { id } of await scope.find(scope.entity, field, true)) {
      if (id !== scope.recordId) changes.set(id, { ...changes.get(id), [field]: false })
    }
  }
  for (const [id, change] of changes) await scope.write(scope.entity, change, id)
}

/** Returns a sentence that refuses the delete of a flagged record, or null. */
export async function refuseFlagHolder(scope: DeleteScope, flags: Flags): Promise<Message | null> {
  const record = await scope.read(scope.entity, scope.recordId)
  for (const [field, meaning] of Object.entries(flags)) {
    if (record?.[field] === true)
      return createMessage('errors.flaggedNotDeleted', { entity: createLabel('entity', scope.entity), meaning })
  }
  return null
}
