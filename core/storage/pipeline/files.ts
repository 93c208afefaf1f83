// The files that belong to a record: their rows go with it in the unit, their bytes after the commit.
import type { Entity } from '../../model/entity/define.js'
import type { SqlParameter } from '../database/statement.js'
import type { Place } from './draft.js'

/** Gives up the record's files, those that shoppers added to it too; with `field` only those of that field but the one that is `kept`. */
export async function releaseFiles(
  { context, u }: Place,
  entity: Entity,
  id: number,
  field?: { readonly name: string; readonly kept: string },
): Promise<void> {
  const condition = `WHERE entity = ? AND entity_id = ?${field ? ' AND property = ? AND name <> ?' : ''}`
  const params: SqlParameter[] = [entity.name, id, ...(field ? [field.name, field.kept] : [])]
  const rows = await u.query<{ name: string }>(`SELECT name FROM svc_files ${condition}`, params)
  if (rows.length === 0) return
  await u.run(`DELETE FROM svc_files ${condition}`, params)
  for (const { name } of rows) u.afterCommit(() => context.files.remove(name))
}
