// Stores the migration state in the database: a version pointer per owner, the failure that freezes all tracks, finished data steps.
import { messageText } from '../../foundation/message-format.js'
import { createMessage, type Message, type MessageText } from '../../foundation/message.js'
import { ServiceError } from '../../foundation/errors.js'
import type { Table } from '../../foundation/table.js'
import type { Database } from '../database/connection.js'
import type { Queryable } from '../database/dialect.js'
import { internalTables } from '../database/internal-tables.js'

const pointerPrefix = 'migration_pointer '
const stepPrefix = 'migration_step '
const failureVariable = 'migration_failure'
/** Exists while a backup is being restored, and permanently if the restore was interrupted. Its value is the error message as JSON. */
export const restoreVariable = 'migration_restore'

export interface MigrationFailure {
  readonly owner: string
  readonly version: string
  readonly name: string
  readonly message: string
  /** ISO 8601. */
  readonly at: string
  /** Path of the SQLite backup made before the first script; null or absent if none was made. */
  readonly backup?: string | null
}

/** The message for a freeze: the cause, the location of the backup and how to continue. `place` formats the backup's path. */
export function createFreezeMessage(
  { owner, version, backup }: MigrationFailure,
  place: (path: string) => MessageText = (path) => path,
): Message {
  if (!backup) return createMessage('operations.migrationsLocked', { version, owner })
  return createMessage('operations.migrationsLockedSaved', { version, owner, path: place(backup) })
}

/** In English, for the log and for health checks. */
export const formatFreezeMessage = (...freeze: Parameters<typeof createFreezeMessage>): string =>
  messageText(createFreezeMessage(...freeze))

export interface Bookkeeping {
  /** The version of the last finished script, by owner. */
  readonly pointers: ReadonlyMap<string, string>
  readonly failure: MigrationFailure | null
  /** The error message of an unfinished restore: the database must not be used. null otherwise. */
  readonly restore: Message | null
}

const bookkeepingTables: readonly Table[] = internalTables.filter((table) =>
  ['svc_system_variables', 'svc_leases'].includes(table.name),
)

/** Creates the two tables that migrations need. Several processes may call it concurrently. */
export async function prepareBookkeeping(database: Database): Promise<void> {
  for (const table of bookkeepingTables) await database.execute(database.dialect.createTable(table))
}

/** True if the database has no table of the service. The tables of the migration runner do not count. */
export async function hasNoTables(on: Queryable): Promise<boolean> {
  const tables = [...(await on.dialect.readTables(on)).keys()].filter((name) => name.startsWith('svc_'))
  return tables.every((name) => bookkeepingTables.some((table) => table.name === name))
}

/** null if the database has no migration state yet. */
export async function readBookkeeping(on: Queryable): Promise<Bookkeeping | null> {
  if ((await on.dialect.readTables(on, 'svc_system_variables')).size === 0) return null
  const sql = 'SELECT name, value FROM svc_system_variables WHERE name LIKE ?'
  const pointers = new Map<string, string>()
  let failure: MigrationFailure | null = null
  let restore: Message | null = null
  for (const { name, value } of await on.query<{ name: string; value: string }>(sql, ['migration%'])) {
    if (name.startsWith(pointerPrefix)) pointers.set(name.slice(pointerPrefix.length), value)
    else if (name === failureVariable) failure = JSON.parse(value) as MigrationFailure
    else if (name === restoreVariable) restore = JSON.parse(value) as Message
  }
  return { pointers, failure, restore }
}

async function writeVariable(on: Queryable, name: string, value: string): Promise<void> {
  const set = `value = ${on.dialect.incoming('value')}`
  await on.run(on.dialect.upsert('svc_system_variables', ['name', 'value'], ['name'], set), [name, value])
}

/** Moves the owner's pointer and deletes the records of its finished steps. */
export async function writePointer(on: Queryable, owner: string, version: string): Promise<void> {
  await writeVariable(on, pointerPrefix + owner, version)
  await on.run('DELETE FROM svc_system_variables WHERE name LIKE ?', [`${stepPrefix}${owner} %`])
}

/** Marks the database as being restored. Nothing may use it until `endRestore`. */
export async function beginRestore(on: Queryable, message: Message): Promise<void> {
  await writeVariable(on, restoreVariable, JSON.stringify(message))
}

export async function endRestore(on: Queryable): Promise<void> {
  await on.run('DELETE FROM svc_system_variables WHERE name = ?', [restoreVariable])
}

/** Throws NOT_READY if a restore of the database is unfinished. */
export function requireFinishedRestore(bookkeeping: Bookkeeping | null): void {
  if (bookkeeping?.restore) throw new ServiceError('NOT_READY', bookkeeping.restore)
}

export async function writeFailure(on: Queryable, failure: MigrationFailure): Promise<void> {
  await writeVariable(on, failureVariable, JSON.stringify(failure))
}

export async function clearFailure(on: Queryable): Promise<void> {
  await on.run('DELETE FROM svc_system_variables WHERE name = ?', [failureVariable])
}

/** True on the first call for this step. Call it in the unit that runs the step. */
export async function claimStep(on: Queryable, owner: string, version: string, step: number): Promise<boolean> {
  const name = `${stepPrefix}${owner} ${version} ${step}`
  if ((await on.query('SELECT name FROM svc_system_variables WHERE name = ?', [name])).length > 0) return false
  await writeVariable(on, name, 'done')
  return true
}
