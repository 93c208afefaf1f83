// Stores the hash of a password that was hashed before its record existed. The entity's own writer takes passwords in clear text only.
import type { EntityDefinition } from '../../model/entity/define.js'
import { requireEntity } from '../../model/registry.js'
import type { Context } from '../context.js'
import type { Unit } from '../database/unit.js'
import { layoutOf } from '../record/layout.js'

/** For a record that the same unit has created: nothing else can have read it. */
export async function storePasswordHash(
  { registry }: Context,
  u: Unit,
  entity: EntityDefinition,
  { id, hash }: { readonly id: number; readonly hash: string },
): Promise<void> {
  const { table } = layoutOf(requireEntity(registry, entity.name))
  await u.run(`UPDATE ${table} SET password = ? WHERE id = ?`, [hash, id])
}
