// The service bindings of core: services with a lifetime, and services that tests replace.
import { join, resolve } from 'node:path'
import type { Host } from '../app.js'
import type { ResolvedConfig } from '../resolve-settings.js'
import { type Clock, systemClock } from '../foundation/clock.js'
import type { Log } from '../foundation/log.js'
import { Caches } from '../storage/caches.js'
import { type Database, openDatabase } from '../storage/database/connection.js'
import { createLocalFiles } from '../storage/files/local-files.js'
import type { FileStore } from '../storage/files/file-store.js'
import { createS3Files } from '../storage/files/s3-files.js'
import { parseBucketUrl } from '../settings.js'
import { coreOwner } from './collect.js'
import { type Container, defineToken } from './container.js'
import { createLog } from './log.js'
import { toS3Location } from './zip-stores.js'

export const clockToken = defineToken<Clock>('clock')
export const logToken = defineToken<Log>('log')
export const filesToken = defineToken<FileStore>('files')
export const cachesToken = defineToken<Caches>('caches')
/** Opens the database. Called once, by `boot`. */
export const databaseToken = defineToken<() => Promise<Database>>('database')
export const hostToken = defineToken<Host>('host')

export function bindCore(container: Container, settings: ResolvedConfig, host: Host): void {
  container.bind(clockToken, coreOwner, () => systemClock)
  container.bind(logToken, coreOwner, () => createLog(settings.logLevel))
  container.bind(filesToken, coreOwner, () => fileStore(settings))
  container.bind(cachesToken, coreOwner, () => new Caches())
  container.bind(databaseToken, coreOwner, (services) => () => {
    const connectionAge = settings.connectionSeconds * 1_000
    return openDatabase(databaseUrl(settings), { log: services.get(logToken), connectionAge })
  })
  container.bind(hostToken, host.name, () => host)
}

/** Files are stored in a folder or in a bucket. */
function fileStore(settings: ResolvedConfig): FileStore {
  const bucket = parseBucketUrl(settings.filesFolder)
  return bucket === null
    ? createLocalFiles(resolve(settings.root, settings.filesFolder))
    : createS3Files(toS3Location(settings, bucket))
}

/** The database URL. A relative SQLite path is resolved against the root. */
function databaseUrl({ database, root }: ResolvedConfig): string {
  const path = /^sqlite:(?!:memory:$|\/)(.+)$/.exec(database)?.[1]
  return path === undefined ? database : `sqlite:${join(root, path)}`
}
