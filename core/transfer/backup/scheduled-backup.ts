// Makes a scheduled backup when the last one is old enough, and removes the oldest backups.
import { hour, formatIsoTime, minute } from '../../foundation/clock.js'
import type { Context } from '../../storage/context.js'
import { loadFileScope } from '../../storage/files/file-store.js'
import { makeBackup, removeOldBackups } from './make.js'
import { readBackupState, writeBackupState } from './state.js'

/** Milliseconds that a backup may be early, because the check does not run at the exact time. */
const dueTolerance = 5 * minute

/** Does nothing without a folder or while the last backup is recent. A failure is recorded and thrown. */
export async function backUpIfDue(context: Context, signal: AbortSignal): Promise<void> {
  const { database, clock, log, backups } = context
  if (backups.store === null) return
  const state = await readBackupState(database)
  if (state.made !== null && clock.now() - state.made < backups.hours * hour - dueTolerance) return
  const began = clock.now()
  try {
    const { path, size, manifest } = await makeBackup(context, backups.store, { progress: () => undefined, signal })
    await writeBackupState(database, { made: began, failed: null })
    const removed = await removeOldBackups(backups.store, await loadFileScope(database), backups.kept)
    const [lost, details] = [manifest.lost.length, { path, size, removed: removed.length, lost: manifest.lost.length }]
    if (lost === 0) log.info(details, 'The backup was created.')
    else log.warn(details, `The backup was created, but ${lost} files of records are missing from the file store.`)
  } catch (error) {
    if (!signal.aborted) await writeBackupState(database, { ...state, failed: formatIsoTime(began) })
    throw error
  }
}
