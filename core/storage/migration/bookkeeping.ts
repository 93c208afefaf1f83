// What the database remembers of its migrations: a pointer per owner, the failure that freezes all tracks, finished data steps.
import { ServiceError } from '../../foundation/errors.js'
import type { Table } from '../../foundation/table.js'
import type { Database } from '../database/connection.js'
import type { Queryable } from '../database/queryable.js'
import { tables } from '../database/tables.js'

const pointerPrefix = 'migration_pointer '
const stepPrefix = 'migration_step '
const failureName = 'migration_failure'
/** There while a backup is being restored, and for good where that was cut off: it holds the sentence that says so. */
export const restoreName = 'migration_restore'

export interface MigrationFailure {
  readonly owner: string
  readonly version: string
  readonly name: string
  readonly message: string
  /** ISO 8601. */
  readonly at: string
  /** Where the copy of the SQLite file lies that was made before the first script; null or absent where none was made. */
  readonly backup?: string | null
}

/** What happened, where the database as it was before lies, and how to go on; `place` says how the copy is named. */
export function freezeSentence({ owner, version, backup }: MigrationFailure, place = (path: string): string => path): string {
  const failed = `The script ${version} of '${owner}' failed, and all migrations are frozen.`
  const copy = backup ? ` The database as it was before lies in ${place(backup)}.` : ''
  return `${failed}${copy} Mend what the script stumbled over, lift the freeze with svc:migrations:unblock, then run svc:migrate.`
}

export interface Bookkeeping {
  /** Owner to the version of its last finished script. */
  readonly pointers: ReadonlyMap<string, string>
  readonly failure: MigrationFailure | null
  /** Why nobody may use the database: a restore that has not ended, as a full sentence. null on every other one. */
  readonly restore: string | null
}

const own: readonly Table[] = tables.filter((table) => ['svc_system_variables', 'svc_leases'].includes(table.name))

/** Creates the two tables that running migrations needs; safe from several processes at once. */
export async function prepareBookkeeping(database: Database): Promise<void> {
  for (const table of own) await database.execute(database.dialect.createTable(table))
}

/** null on a database without a single table of ours. */
export async function readBookkeeping(on: Queryable): Promise<Bookkeeping | null> {
  if ((await on.dialect.readTables(on, 'svc_system_variables')).size === 0) return null
  const sql = 'SELECT name, value FROM svc_system_variables WHERE name LIKE ?'
  const pointers = new Map<string, string>()
  let failure: MigrationFailure | null = null
  let restore: string | null = null
  for (const { name, value } of await on.query<{ name: string; value: string }>(sql, ['migration%'])) {
    if (name.startsWith(pointerPrefix)) pointers.set(name.slice(pointerPrefix.length), value)
    else if (name === failureName) failure = JSON.parse(value) as MigrationFailure
    else if (name === restoreName) restore = value
  }
  return { pointers, failure, restore }
}

async function writeVariable(on: Queryable, name: string, value: string): Promise<void> {
  const set = `value = ${on.dialect.incoming('value')}`
  await on.run(on.dialect.upsert('svc_system_variables', ['name', 'value'], ['name'], set), [name, value])
}

/** Moves an owner's pointer; what its script noted of its steps is done with. */
export async function writePointer(on: Queryable, owner: string, version: string): Promise<void> {
  await writeVariable(on, pointerPrefix + owner, version)
  await on.run('DELETE FROM svc_system_variables WHERE name LIKE ?', [`${stepPrefix}${owner} %`])
}

/** Says that the database is being restored; it is no one's to use until `endRestore`. */
export async function beginRestore(on: Queryable, sentence: string): Promise<void> {
  await writeVariable(on, restoreName, sentence)
}

export async function endRestore(on: Queryable): Promise<void> {
  await on.run('DELETE FROM svc_system_variables WHERE name = ?', [restoreName])
}

/** Refuses a database that holds a part of a backup. */
export function refuseHalfRestored(bookkeeping: Bookkeeping | null): void {
  if (bookkeeping?.restore) throw new ServiceError('NOT_READY', bookkeeping.restore)
}

export async function writeFailure(on: Queryable, failure: MigrationFailure): Promise<void> {
  await writeVariable(on, failureName, JSON.stringify(failure))
}

export async function clearFailure(on: Queryable): Promise<void> {
  await on.run('DELETE FROM svc_system_variables WHERE name = ?', [failureName])
}

/** True the first time for this step; call it in the unit that does the step. */
export async function claimStep(on: Queryable, owner: string, version: string, step: number): Promise<boolean> {
  const name = `${stepPrefix}${owner} ${version} ${step}`
  if ((await on.query('SELECT name FROM svc_system_variables WHERE name = ?', [name])).length > 0) return false
  await writeVariable(on, name, 'done')
  return true
}
