// Opens a view of the database and protects every file that it references from removal; retries with a newer view if files vanish.
import type { Registry } from '../../model/registry.js'
import type { Database } from '../../storage/database/connection.js'
import { quote } from '../../storage/database/dialect.js'
import type { ReadView } from '../../storage/database/driver.js'
import type { FileStore, RetainedFiles } from '../../storage/files/file-store.js'

export interface ProtectedView {
  readonly view: ReadView
  readonly files: RetainedFiles
  /** Sorted. */
  readonly names: readonly string[]
  /** Referenced files that are missing in the store. */
  readonly lost: readonly string[]
  /** Milliseconds since the epoch: everything in the view was committed by then. */
  readonly timestamp: number
  end(): Promise<void>
}

/** Every file name in the view: names with a row, and names in fields of records. */
async function collectFileNames(view: ReadView, registry: Registry): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  const collect = async (sql: string): Promise<void> => {
    for (const { name } of await view.query<{ name: string }>(sql)) if (name !== '') names.add(name)
  }
  await collect('SELECT DISTINCT name FROM svc_files')
  for (const entity of registry.entities.values()) {
    for (const { name, kind } of Object.values(entity.properties)) {
      if (kind.files === undefined) continue
      await collect(`SELECT DISTINCT ${quote(name)} AS name FROM ${quote(entity.table)} WHERE ${quote(name)} IS NOT NULL`)
    }
  }
  return names
}

/**
 * A file may be removed between the view and its protection. Then a newer view is taken, which no longer references it. Protected files
 * stay protected, so the loop ends. A file that two consecutive views reference and the store lacks is lost.
 */
export async function openProtectedView({
  database,
  registry,
  store,
  now,
}: {
  readonly database: Database
  readonly registry: Registry
  readonly store: FileStore
  now(): number
}): Promise<ProtectedView> {
  const files = await store.retain()
  const lockedNames = new Set<string>()
  let missing: ReadonlySet<string> = new Set()
  for (;;) {
    const view = await database.view().catch(async (error: unknown) => {
      await files.release()
      throw error
    })
    const timestamp = now()
    const end = async (): Promise<void> => {
      await view.end()
      await files.release()
    }
    try {
      const names = [...(await collectFileNames(view, registry))].sort()
      const absent = new Set<string>()
      for (const name of names) {
        if (lockedNames.has(name)) continue
        if (await files.add(name)) lockedNames.add(name)
        else absent.add(name)
      }
      if ([...absent].every((name) => missing.has(name))) return { view, files, names, lost: [...absent], timestamp, end }
      missing = absent
      await view.end()
    } catch (error) {
      await end()
      throw error
    }
  }
}
