// Stores the state of scheduled backups in the database: the time of the last one, and whether the last attempt failed.
import { createMessage, type Message } from '../foundation/message.js'
import { hour } from '../foundation/clock.js'
import { isObject } from '../foundation/json.js'
import type { Context } from './context.js'
import type { Queryable } from './database/dialect.js'
import { readSystemVariable, setSystemVariable } from './system-variables.js'

/** The system variable of the state; it belongs to the location, so no backup contains it. */
export const backupStateVariable = 'backup_state'

interface BackupState {
  /** Time of the last complete backup, in milliseconds; null before the first. */
  readonly made: number | null
  /** ISO 8601: time of the last attempt, if it failed. */
  readonly failed: string | null
}

const emptyState: BackupState = { made: null, failed: null }

/** The parts of the context that determine the status. */
type BackupScope = Pick<Context, 'database' | 'backups' | 'clock' | 'plugins'>

export async function readBackupState(on: Queryable): Promise<BackupState> {
  const text = await readSystemVariable(on, backupStateVariable)
  const storedState: unknown = text === null ? null : JSON.parse(text)
  return isObject(storedState) ? { ...emptyState, ...storedState } : emptyState
}

export async function writeBackupState(on: Queryable, state: BackupState): Promise<void> {
  await setSystemVariable(on, backupStateVariable, JSON.stringify(state))
}

/** Status of scheduled backups for the readiness details: `ok` or a message; null if none are configured. */
export async function getBackupStatus({ database, backups, clock, plugins }: BackupScope): Promise<Message | 'ok' | null> {
  const { store, hours } = backups
  if (store === null) return null
  if (!plugins.some(({ name }) => name === 'backup'))
    return createMessage('checks.pluginMissing', { name: 'backup', effect: createMessage('checks.withoutBackup') })
  const { made: lastBackup, failed } = await readBackupState(database)
  if (failed !== null) return createMessage('checks.backupFailed', { time: failed })
  if (lastBackup !== null && clock.now() - lastBackup > 2 * hours * hour)
    return createMessage('checks.backupOverdue', { time: new Date(lastBackup).toISOString() })
  return 'ok'
}
