// The folders that the service writes to: that it may, and that there is room.
import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { App } from '../app.js'
import { bucketOf } from '../settings.js'
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
  folders.set('transfer packages', context.transferFolder)
  if (context.backups.folder !== null) folders.set('backups', context.backups.folder)
  return folders
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
  description: 'The folders that the service writes to: whether it may, and how much room there is.',
  async examine({ app }) {
    return Promise.all([...foldersOf(app)].map(([what, folder]) => examineFolder(what, folder)))
  },
})
