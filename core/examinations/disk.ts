// The folders and buckets that the service writes to: that it may, and that there is room.
import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { App } from '../app.js'
import { bucketOf } from '../settings.js'
import type { ZipStore } from '../storage/files/zip-store.js'
import { broken, defineExamination, doubtful, type Opinion, sound } from '../examination/define.js'
import { probeFolder } from '../storage/files/probe-folder.js'

const megabyte = 2 ** 20
/** Megabytes below which there is something to be done soon, and at once. */
const [few, none] = [2_048, 200]

/** What is kept there, and the folder. */
function foldersOf({ config, context }: App): ReadonlyMap<string, string> {
  const folders = new Map<string, string>()
  const file = /^sqlite:(?!:memory:)(.+)$/.exec(config.database)?.[1]
  if (file !== undefined) folders.set('the database', dirname(resolve(config.root, file)))
  if (bucketOf(config.filesFolder) === null) folders.set('images and files', resolve(config.root, config.filesFolder))
  for (const [what, store] of storesOf(context)) if (!store.isBucket) folders.set(what, store.path)
  return folders
}

function storesOf({ packages, backups }: App['context']): readonly (readonly [what: string, store: ZipStore])[] {
  return [['transfer packages', packages], ...(backups.store === null ? [] : [['backups', backups.store] as const])]
}

async function examineBucket(what: string, store: ZipStore): Promise<Opinion> {
  try {
    await store.ready()
    return sound(`${store.path}, for ${what}: what is put there comes out again.`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return broken(`The bucket of ${what} cannot be written to: ${reason}`, 'Bring it back, or name another place.')
  }
}

async function examineFolder(what: string, folder: string): Promise<Opinion> {
  try {
    await probeFolder(folder)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const advice = "Give the service's user the right to write there, or name another folder."
    return broken(`The folder of ${what} cannot be written to: ${reason}.`, advice)
  }
  const { bavail, bsize } = await statfs(folder)
  const free = Math.floor((bavail * bsize) / megabyte)
  const found = `${folder}, for ${what}: ${free} MB are free.`
  if (free < none) return broken(found, 'Make room now: nothing can be stored when the disk is full.')
  return free < few ? doubtful(found, 'Make room, or move the folder to a larger disk.') : sound(found)
}

export const disk = defineExamination({
  name: 'disk',
  description: 'The folders and buckets that the service writes to: whether it may, and how much room there is.',
  async examine({ app }) {
    const buckets = storesOf(app.context).filter(([, { isBucket }]) => isBucket)
    return Promise.all([
      ...[...foldersOf(app)].map(([what, folder]) => examineFolder(what, folder)),
      ...buckets.map(([what, store]) => examineBucket(what, store)),
    ])
  },
})
