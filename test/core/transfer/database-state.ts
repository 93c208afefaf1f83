// Digest of a database and its files, for comparing states between crash points.
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../../../core/storage/database/connection.js'
import { quoteName } from '../../../core/storage/database/dialect.js'
import { fileScopeVariable } from '../../../core/storage/files/file-store.js'

/** Excludes leases, which expire, and version numbers, which rise by random steps. Their topics are included. */
const tableQueries: Readonly<Record<string, string>> = {
  svc_leases: 'SELECT 0 FROM svc_leases WHERE 1 = 0',
  svc_versions: 'SELECT topic FROM svc_versions',
}

/** Digest of tables with columns and indexes, all rows, next ids, and the database's files in `folder`. */
export async function computeStateDigest(database: Database, folder: string): Promise<string> {
  const parts: string[] = []
  const tables = await database.dialect.readTables(database)
  for (const [name, table] of [...tables].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const rows = await database.query(tableQueries[name] ?? `SELECT * FROM ${quoteName(name)}`)
    parts.push(name, toPlainJson(table), ...rows.map(toPlainJson).toSorted())
  }
  parts.push(toPlainJson(await database.dialect.nextIds(database)))
  const sql = 'SELECT value FROM svc_system_variables WHERE name = ?'
  const [scope] = tables.has('svc_system_variables') ? await database.query<{ value: string }>(sql, [fileScopeVariable]) : []
  if (!scope) return hashText(parts.join('\n'))
  // A file that is being received has a random name.
  const files = await readdir(join(folder, scope.value)).catch(() => [])
  parts.push(...files.filter((name) => !name.startsWith('.')).toSorted())
  // The name of the folder is random.
  return hashText(parts.join('\n').replaceAll(scope.value, 'scope'))
}

const hashText = (text: string): string => createHash('sha256').update(text).digest('hex')

const toPlainJson = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) => (item instanceof Map ? [...item] : item))
