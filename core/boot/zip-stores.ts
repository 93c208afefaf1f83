// Where packages and backups lie, as settings and people name it: a folder or a file of this machine, or a bucket.
import { resolve } from 'node:path'
import { ServiceError, ValidationError } from '../ground/errors.js'
import type { ResolvedConfig } from '../environment.js'
import { bucketOf, isBucketLike } from '../settings.js'
import type { Database } from '../storage/database/connection.js'
import { acquireLease } from '../storage/database/lease.js'
import { createLocalZips, localPlace } from '../storage/files/local-zips.js'
import type { S3Place } from '../storage/files/s3-client.js'
import { createS3Zips, type S3ZipOptions } from '../storage/files/s3-zips.js'
import type { ZipPlace, ZipStore } from '../storage/files/zip-store.js'

type StoreSettings = Pick<ResolvedConfig, 'root' | 'filesEndpoint' | 'filesRegion' | 'filesKey' | 'filesSecret'>
type Alone = S3ZipOptions['alone']

/** Milliseconds for which another process that names a file is waited for. */
const patience = 30_000

/** A bucket of the store that the settings name and open. */
export function s3Place(
  { filesEndpoint, filesRegion: region, filesKey, filesSecret }: StoreSettings,
  bucket: { readonly bucket: string; readonly prefix: string },
): S3Place {
  const endpoint = filesEndpoint ?? `https://s3.${region}.amazonaws.com`
  return { ...bucket, endpoint, region, key: filesKey ?? '', secret: filesSecret ?? '' }
}

/** One process at a time, of all that share the database. */
export function aloneBy(database: Database): Alone {
  return async (act) => {
    const lease = await acquireLease(database, 'packages', patience)
    if (!lease) throw new ServiceError('NOT_READY', 'Another process names a file just now. Try once more.')
    try {
      return await act()
    } finally {
      await lease.release()
    }
  }
}

/** @param where a folder, from the root on if it is relative, or `s3://bucket/prefix` */
export function zipStoreAt(
  settings: StoreSettings,
  where: string,
  { alone, setting, what }: Pick<S3ZipOptions, 'alone' | 'setting' | 'what'>,
): ZipStore {
  const bucket = bucketOf(where)
  return bucket === null
    ? createLocalZips(resolve(settings.root, where), setting)
    : createS3Zips(s3Place(settings, bucket), { alone, setting, what })
}

/** The place of backups that somebody names, a folder from where he stands or a bucket; a refusal of `argument` where it is none. */
export function namedBackups(settings: StoreSettings, argument: string, given: string, alone: Alone): ZipStore {
  if (isBucketLike(given)) requireBucket(settings, argument, given, given)
  return zipStoreAt({ ...settings, root: process.cwd() }, given, { alone, setting: `--${argument}`, what: 'backups' })
}

/** The backup that somebody names, a file or one in a bucket. */
export function namedBackup(settings: StoreSettings, argument: string, given: string): ZipPlace {
  if (!isBucketLike(given)) return localPlace(resolve(given))
  const [, where = '', name = ''] = /^(.*)\/([^/]+\.zip)$/i.exec(given) ?? []
  requireBucket(settings, argument, given, where)
  return namedBackups(settings, argument, where, (act) => act()).place(name)
}

function requireBucket({ filesKey, filesSecret }: StoreSettings, argument: string, given: string, where: string): void {
  if (bucketOf(where) === null)
    throw ValidationError.of(argument, `'${given.slice(0, 200)}' names no bucket. Use for instance 's3://bucket/backups'.`)
  if (filesKey !== null && filesSecret !== null) return
  const sentence = `Nothing opens the bucket of '${given.slice(0, 200)}'. Set 'SVC_FILES_KEY' and 'SVC_FILES_SECRET'.`
  throw ValidationError.of(argument, sentence)
}
