// Names backups by installation and time, and removes the oldest backups.
import { day } from '../../foundation/clock.js'
import type { ZipStore } from '../../storage/files/zip-store.js'

/** Milliseconds after which an unfinished file is abandoned: its process is gone. */
const abandonedAfter = day

const toNamePrefix = (scope: string): string => `backup-${scope.slice(0, 6)}-`

/** `backup-3f9a01-2026-03-01T02-00-00-000Z.zip`: names of one installation sort by time. */
export function createBackupName(scope: string, timestamp: string): string {
  return `${toNamePrefix(scope)}${timestamp.replace(/[:.]/g, '-')}.zip`
}

/** The names of the backups of this installation, the oldest first. */
export async function listOwnBackups(store: ZipStore, scope: string): Promise<readonly string[]> {
  const prefix = toNamePrefix(scope)
  const names = await store.list(prefix)
  return names.filter((name) => /^\d{4}-\d\d-\d\dT[\d-]+Z\.zip$/.test(name.slice(prefix.length))).sort()
}

/** Removes all but the newest backups of this installation, and unfinished files of killed processes. Returns the removed backups. */
export async function removeOldBackups(store: ZipStore, scope: string, maximumCount: number): Promise<readonly string[]> {
  const whole = await listOwnBackups(store, scope)
  const old = whole.slice(0, Math.max(0, whole.length - maximumCount))
  for (const name of old) await store.remove(name)
  // File times come from the disk's clock, not from the service's clock.
  const until = Date.now() - abandonedAfter
  await store.deleteUnfinished({ arriving: until, writing: until })
  return old
}
