// What the database remembers of recurring backups: when the last one was made, and whether the last attempt failed.
import { hour } from '../../foundation/clock.js'
import { isObject } from '../../foundation/object.js'
import type { RecurringBackups } from '../../storage/context.js'
import type { Queryable } from '../../storage/database/queryable.js'
import { readSystemVariable, setSystemVariable } from '../../storage/system-variables.js'

/** The system variable that holds it; it belongs to the place, so no backup has it. */
export const backupStateVariable = 'backup_state'

export interface BackupState {
  /** Of the last whole backup, in milliseconds; null before the first. */
  readonly made: number | null
  /** ISO 8601: of the last attempt, where it failed. */
  readonly failed: string | null
}

const none: BackupState = { made: null, failed: null }

export async function readBackupState(on: Queryable): Promise<BackupState> {
  const text = await readSystemVariable(on, backupStateVariable)
  const held: unknown = text === null ? null : JSON.parse(text)
  return isObject(held) ? { ...none, ...held } : none
}

export async function writeBackupState(on: Queryable, state: BackupState): Promise<void> {
  await setSystemVariable(on, backupStateVariable, JSON.stringify(state))
}

/** How recurring backups stand, for the details of readiness: `ok`, or a sentence; null where none are made. */
export async function backupCheck(on: Queryable, { store, hours }: RecurringBackups, now: number): Promise<string | null> {
  if (store === null) return null
  const { made, failed } = await readBackupState(on)
  if (failed !== null) return `The backup of ${failed} failed; the log says why.`
  if (made !== null && now - made > 2 * hours * hour) return `The last backup is of ${new Date(made).toISOString()}.`
  return 'ok'
}
