// Stores a customer's password hash, and ends the sessions of a customer whose credentials change.
import type { EntityDefinition } from '../../model/entity/define.js'
import { requireEntity } from '../../model/registry.js'
import type { Context } from '../context.js'
import type { Unit } from '../unit-of-work/transaction.js'
import { getLayout, toColumnValue } from '../record/layout.js'
import type { Draft, WriteTask } from './draft.js'

/** Use it only for a record that the same unit has created. No other transaction can have read it. */
export async function storePasswordHash(
  { registry }: Context,
  u: Unit,
  entity: EntityDefinition,
  { id, hash }: { readonly id: number; readonly hash: string },
): Promise<void> {
  const { table } = getLayout(requireEntity(registry, entity.name))
  await u.run(`UPDATE ${table} SET password = ? WHERE id = ?`, [hash, id])
}

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
