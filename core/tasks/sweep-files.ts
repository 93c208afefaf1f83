// Removes files that no record names: what a crash or a unit that was taken back has left.
import { hour, isoTime } from '../ground/clock.js'
import type { Context } from '../storage/context.js'
import { quote } from '../storage/database/dialect.js'
import { inList } from '../storage/database/statement.js'
import { defineTask } from '../task/define.js'

/** Milliseconds: the row of a younger file may still be on the way. */
const grace = hour

export const sweepFiles = defineTask({
  name: 'sweep-files',
  description:
    "Removes files of this database's own part of the file store that no record names and that are older than an hour.",
  every: 3_600,
  async run({ context }) {
    // Files carry the time of the disk they lie on, which no clock of ours sets.
    const swept = await context.files.sweep((names) => namedOf(context, names), Date.now() - grace)
    if (swept > 0) context.log.info({ swept }, 'Files that no record names were removed.')
  },
})

/**
 * Files have a row, or those of a deleted record stand in the note that can bring it back; the image and file fields of records are asked
 * too, because their values may have been written without one.
 */
async function namedOf({ database, registry, clock }: Context, names: readonly string[]): Promise<ReadonlySet<string>> {
  const named = new Set<string>()
  const left = (): readonly string[] => names.filter((name) => !named.has(name))
  async function ask(sql: (list: string) => string, some: readonly string[]): Promise<void> {
    if (some.length === 0) return
    const list = inList(some)
    for (const { name } of await database.query<{ name: string }>(sql(list.sql), list.params)) named.add(name)
  }
  await ask((list) => `SELECT name FROM svc_files WHERE name IN ${list}`, names)
  const noted = 'SELECT digest FROM svc_admin_undo WHERE expires > ? AND records LIKE ? LIMIT 1'
  for (const name of left()) {
    if ((await database.query(noted, [isoTime(clock.now()), `%${name}%`])).length > 0) named.add(name)
  }
  for (const entity of registry.entities.values()) {
    for (const property of Object.values(entity.properties)) {
      if (property.kind.files === undefined) continue
      const column = quote(property.name)
      await ask((list) => `SELECT ${column} AS name FROM ${quote(entity.table)} WHERE ${column} IN ${list}`, left())
    }
  }
  return named
}
