// Entities whose invariants span several records: every write first locks one root row, so that writes come one after the other.
import { requireEntity } from '../../model/registry.js'
import { quote } from '../database/dialect.js'
import type { Draft, WriteTask } from './draft.js'
import { ownerIdOf } from './scope.js'

/** Locks the singleton, or the record of the ancestor that owns this one, until the unit ends. */
export async function lockRoot(task: WriteTask, draft: Draft): Promise<void> {
  const { u, entity, context } = task
  if (!entity.exclusive || u.dialect.forUpdate === '') return
  const root = requireEntity(context.registry, entity.exclusive)
  const sql = `SELECT id FROM ${quote(root.table)}`
  if (root.singleton) return void (await u.query(`${sql} ${u.dialect.forUpdate}`))
  const id = await ownerIdOf(task, entity, draft.existing?.id ?? null, draft.record, root.name)
  if (id !== null) await u.query(`${sql} WHERE id = ? ${u.dialect.forUpdate}`, [id])
}
