// Creates the stores of packages and backups, each in a local folder or file, or in a bucket.
import { createMessage } from '../foundation/message.js'
import { resolve } from 'node:path'
import { ServiceError } from '../foundation/errors.js'
import type { ResolvedConfig } from '../resolve-settings.js'
import { parseBucketUrl } from '../settings.js'
import type { Database } from '../storage/database/connection.js'
import { acquireLease } from '../storage/database/lease.js'
import { createLocalZips, type ZipStore } from '../storage/files/zip-store.js'
import type { S3Location } from '../storage/files/s3-client.js'
import { createS3Zips, type S3ZipOptions } from '../storage/files/s3-zips.js'

export type StoreSettings = Pick<ResolvedConfig, 'root' | 'filesEndpoint' | 'filesRegion' | 'filesKey' | 'filesSecret'>
export type RunExclusively = S3ZipOptions['alone']

/** Milliseconds to wait for another process that is choosing a file name. */
const lockTimeout = 30_000

/** A bucket at the configured endpoint with the configured credentials. */
export function toS3Location(
  { filesEndpoint, filesRegion: region, filesKey, filesSecret }: StoreSettings,
  bucket: { readonly bucket: string; readonly prefix: string },
): S3Location {
  const endpoint = filesEndpoint ?? `https://s3.${region}.amazonaws.com`
  return { ...bucket, endpoint, region, key: filesKey ?? '', secret: filesSecret ?? '' }
}

/** Runs functions one at a time across all processes that share the database. */
export function createExclusiveRunner(database: Database): RunExclusively {
  return async (run) => {
    const lease = await acquireLease(database, 'packages', lockTimeout)
    if (!lease) throw new ServiceError('NOT_READY', createMessage('operations.namesBusy'))
    try {
      return await run()
    } finally {
      await lease.release()
    }
  }
}

/** @param where a folder, relative to the root, or `s3://bucket/prefix` */
export function openZipStore(
  settings: StoreSettings,
  location: string,
  { alone, setting, what: subject }: Pick<S3ZipOptions, 'alone' | 'setting' | 'what'>,
): ZipStore {
  const bucket = parseBucketUrl(location)
  return bucket === null
    ? createLocalZips(resolve(settings.root, location), setting)
    : createS3Zips(toS3Location(settings, bucket), { alone, setting, what: subject })
}
