// Checks the folders and buckets that the service writes to: permissions and free space.
import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { App } from '../app.js'
import { parseBucketUrl } from '../settings.js'
import type { ZipStore } from '../storage/files/zip-store.js'
import { broken, defineHealthCheck, doubtful, type HealthReport, sound } from './define-health-check.js'
import { probeFolder } from '../storage/files/folder.js'

const megabyte = 2 ** 20
/** Free megabytes below which the check reports a warning and a failure. */
const [warningLimit, failureLimit] = [2_048, 200]

/** The folders by content. */
function listFolders({ config, context }: App): ReadonlyMap<string, string> {
  const folders = new Map<string, string>()
  const file = /^sqlite:(?!:memory:)(.+)$/.exec(config.database)?.[1]
  if (file !== undefined) folders.set('the database', dirname(resolve(config.root, file)))
  if (parseBucketUrl(config.filesFolder) === null) folders.set('images and files', resolve(config.root, config.filesFolder))
  for (const [label, store] of listStores(context)) if (!store.isBucket) folders.set(label, store.path)
  return folders
}

function listStores({ packages, backups }: App['context']): readonly (readonly [what: string, store: ZipStore])[] {
  return [['transfer packages', packages], ...(backups.store === null ? [] : [['backups', backups.store] as const])]
}

async function checkBucket(label: string, store: ZipStore): Promise<HealthReport> {
  try {
    await store.ready()
    return sound(`${store.path}, for ${label}: what is put there comes out again.`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return broken(`The bucket of ${label} cannot be written to: ${reason}`, 'Bring it back, or name another place.')
  }
}

async function checkFolder(label: string, folder: string): Promise<HealthReport> {
  try {
    await probeFolder(folder)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const advice = "Give the service's user the right to write there, or name another folder."
    return broken(`The folder of ${label} cannot be written to: ${reason}.`, advice)
  }
  const { bavail, bsize } = await statfs(folder)
  const free = Math.floor((bavail * bsize) / megabyte)
  const summary = `${folder}, for ${label}: ${free} MB are free.`
  if (free < failureLimit) return broken(summary, 'Make room now: nothing can be stored when the disk is full.')
  return free < warningLimit ? doubtful(summary, 'Make room, or move the folder to a larger disk.') : sound(summary)
}

export const disk = defineHealthCheck({
  name: 'disk',
  description: 'The folders and buckets that the service writes to: permissions and free space.',
  async examine({ app }) {
    const buckets = listStores(app.context).filter(([, { isBucket }]) => isBucket)
    return Promise.all([
      ...[...listFolders(app)].map(([label, folder]) => checkFolder(label, folder)),
      ...buckets.map(([label, store]) => checkBucket(label, store)),
    ])
  },
})
