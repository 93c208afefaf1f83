// Releases the files of a record: deletes their rows in the transaction and their bytes after the commit.
import type { Entity } from '../../model/entity/define.js'
import type { Context } from '../context.js'
import type { SqlParameter } from '../database/dialect.js'
import type { Unit } from '../unit-of-work/transaction.js'
import type { PipelineScope } from './draft.js'

/** The name of the smaller copy of a file that the storefront shows. Also the property name of that copy, for a given field. */
export function toStorefrontCopyName(name: string): string {
  return `${name}.shown`
}

/**
 * Releases all files of the record, including shopper uploads. With `field`, releases only that field's files, except the file
 * `kept`.
 */
export async function releaseFiles(
  { context, u }: PipelineScope,
  entity: Entity,
  id: number,
  field?: { readonly name: string; readonly kept: string },
): Promise<void> {
  const condition = `WHERE entity = ? AND entity_id = ?${field ? ' AND property IN (?, ?) AND name NOT IN (?, ?)' : ''}`
  const { name: property = '', kept: attachment = '' } = field ?? {}
  const only = field ? [property, toStorefrontCopyName(property), attachment, toStorefrontCopyName(attachment)] : []
  const params: SqlParameter[] = [entity.name, id, ...only]
  const rows = await u.query<{ name: string }>(`SELECT name FROM svc_files ${condition}`, params)
  if (rows.length === 0) return
  await u.run(`DELETE FROM svc_files ${condition}`, params)
  if (u.changeSet.hasDeletionLog) return
  releaseBytes(
    context,
    u,
    rows.map(({ name }) => name),
  )
}

/** Deletes the bytes after the commit, unless another row refers to the same file. Copied records share files. */
export function releaseBytes({ database, files }: Context, u: Unit, names: readonly string[]): void {
  for (const name of names) {
    u.afterCommit(async () => {
      const otherRows = await database.query('SELECT id FROM svc_files WHERE name = ?', [name])
      if (otherRows.length === 0) await files.remove(name)
    })
  }
}
