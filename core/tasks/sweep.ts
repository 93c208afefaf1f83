// The task that deletes files which nothing refers to.
import { hour, formatIsoTime } from '../foundation/clock.js'
import type { Context } from '../storage/context.js'
import { quoteName, toInList } from '../storage/database/dialect.js'
import { defineTask } from './define-task.js'

/** Minimum age in milliseconds: the record of a younger file may not be committed yet. */
const grace = hour

/** Deletes files without a record, left by a crash or a rolled-back transaction. */
export const sweepFiles = defineTask({
  name: 'sweep-files',
  description: 'Deletes unused files that are older than an hour.',
  every: 3_600,
  async run({ context }) {
    // File times come from the storage and not from the injected clock.
    const deletedCount = await context.files.deleteUnused((names) => findUsedNames(context, names), Date.now() - grace)
    if (deletedCount > 0) context.log.info({ deletedCount }, 'Unused files were removed.')
  },
})

/**
 * Finds the names that are in use. Files have a row; files of a deleted record are listed in its undo entry. The image and file fields
 * of records are also searched, because their values may have been written without a row.
 */
async function findUsedNames({ database, registry, clock }: Context, names: readonly string[]): Promise<ReadonlySet<string>> {
  const used = new Set<string>()
  const remaining = (): readonly string[] => names.filter((name) => !used.has(name))
  async function collect(sql: (list: string) => string, candidates: readonly string[]): Promise<void> {
    if (candidates.length === 0) return
    const list = toInList(candidates)
    for (const { name } of await database.query<{ name: string }>(sql(list.sql), list.params)) used.add(name)
  }
  await collect((list) => `SELECT name FROM svc_files WHERE name IN ${list}`, names)
  const undoSql = 'SELECT digest FROM svc_admin_undo WHERE expires > ? AND records LIKE ? LIMIT 1'
  for (const name of remaining()) {
    if ((await database.query(undoSql, [formatIsoTime(clock.now()), `%${name}%`])).length > 0) used.add(name)
  }
  for (const entity of registry.entities.values()) {
    for (const property of Object.values(entity.properties)) {
      if (property.kind.files === undefined) continue
      const column = quoteName(property.name)
      await collect((list) => `SELECT ${column} AS name FROM ${quoteName(entity.table)} WHERE ${column} IN ${list}`, remaining())
    }
  }
  return used
}
