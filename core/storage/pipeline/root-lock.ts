// Serializes writes of entities whose invariants span several records: each write first locks one root row.
import { requireEntity } from '../../model/registry.js'
import { quote } from '../database/dialect.js'
import type { Draft, WriteTask } from './draft.js'
import { listOwnerLookups } from './check-scope.js'

/** Locks the singleton, or the record of the entity `exclusive` that owns this one, until the unit ends. */
export async function lockRootRecord(task: WriteTask, draft: Draft): Promise<void> {
  const { u, entity, context } = task
  if (!entity.exclusive || u.dialect.forUpdate === '') return
  const root = requireEntity(context.registry, entity.exclusive)
  const sql = `SELECT id FROM ${quote(root.table)}`
  if (root.singleton) return void (await u.query(`${sql} ${u.dialect.forUpdate}`))
  // The record itself is locked since it was loaded.
  if (root.name === entity.name) return
  for (const { sql: owner, parent, key } of listOwnerLookups(task, entity, draft.record, root.name)) {
    if (task.locked?.has(key)) return
    const [locked] = await u.query<{ id: number }>(`${sql} WHERE id = ${owner} ${u.dialect.forUpdate}`, [parent])
    if (!locked) continue
    // Saves the owner lookup for the version counter.
    task.owners?.set(key, locked.id)
    task.locked?.add(key)
    return
  }
}
