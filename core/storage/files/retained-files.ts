// Holds files of a folder for reading: hard-links them, so they stay readable after a removal.
import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, link, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { day } from '../../foundation/clock.js'
import type { RetainedFiles } from './file-store.js'

/** The name prefix of folders with held files. */
const folderPrefix = '.held-'
/** Held files older than this are from a crashed process. Milliseconds. */
const abandonedAge = day

const getErrorCode = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/** Creates a hard link, or a copy if the file system has no hard links. @returns false if there is no such file */
async function linkOrCopy(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if (getErrorCode(error) === 'EEXIST') return true
    if (getErrorCode(error) === 'ENOENT') return false
  }
  try {
    await copyFile(from, to)
    return true
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return false
    throw error
  }
}

/** @param pathOf returns the path of a file in the folder, and throws for an invalid name */
export async function retainFiles(
  folder: string,
  mode: number,
  pathOf: (folder: string, name: string) => string,
): Promise<RetainedFiles> {
  await mkdir(folder, { recursive: true, mode })
  await deleteAbandonedFolders(folder)
  const own = join(folder, `${folderPrefix}${randomBytes(9).toString('base64url')}`)
  await mkdir(own, { mode })
  return {
    add: (name) => linkOrCopy(pathOf(folder, name), pathOf(own, name)),
    size: async (name) => (await stat(pathOf(own, name))).size,
    read: (name) => createReadStream(pathOf(own, name)),
    release: () => rm(own, { recursive: true, force: true }),
  }
}

/** Deletes held files of crashed processes. */
async function deleteAbandonedFolders(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(folderPrefix)) continue
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
    if (mtimeMs < Date.now() - abandonedAge) await rm(path, { recursive: true, force: true })
  }
}
