// The locations and names of backups: folders, files and buckets in arguments of commands, and the backups of one installation.
import { resolve } from 'node:path'
import { createMessage, ValidationError, day } from '#core/contract.js'
import { parseBucketUrl, zipFiles, type ZipStore } from '#core/surface.js'

/** A backup store from a command argument: a folder relative to the working directory, or a bucket. Refuses `argument` if it is invalid. */
export function openBackupStore(
  settings: zipFiles.StoreSettings,
  argument: string,
  location: string,
  alone: zipFiles.RunExclusively,
): ZipStore {
  if (zipFiles.isBucketLike(location)) requireBucket(settings, argument, location, location)
  return zipFiles.openZipStore({ ...settings, root: process.cwd() }, location, {
    alone,
    setting: `--${argument}`,
    what: 'backups',
  })
}

/** A backup from a command argument: a file, or an object in a bucket. */
export function locateBackup(settings: zipFiles.StoreSettings, argument: string, location: string): zipFiles.ZipLocation {
  if (!zipFiles.isBucketLike(location)) return zipFiles.createLocalLocation(resolve(location))
  const [, folder = '', name = ''] = /^(.*)\/([^/]+\.zip)$/i.exec(location) ?? []
  requireBucket(settings, argument, location, folder)
  return openBackupStore(settings, argument, folder, (act) => act()).locate(name)
}

function requireBucket(
  { filesKey, filesSecret }: zipFiles.StoreSettings,
  argument: string,
  location: string,
  folder: string,
): void {
  if (parseBucketUrl(folder) === null)
    throw ValidationError.of(argument, createMessage('operations.notABucket', { location: location.slice(0, 200) }))
  if (filesKey !== null && filesSecret !== null) return
  throw ValidationError.of(argument, createMessage('operations.bucketCredentials', { location: location.slice(0, 200) }))
}

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
