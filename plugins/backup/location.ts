// The locations of backups in arguments of commands: folders, files and buckets.
import { resolve } from 'node:path'
import { createMessage, ValidationError } from '#core/contract.js'
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
