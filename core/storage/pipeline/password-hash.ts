// Stores a password hash that was computed before the record existed. The regular write accepts only clear-text passwords.
import type { EntityDefinition } from '../../model/entity/define.js'
import { requireEntity } from '../../model/registry.js'
import type { Context } from '../context.js'
import type { Unit } from '../unit-of-work/transaction.js'
import { getLayout } from '../record/layout.js'

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
