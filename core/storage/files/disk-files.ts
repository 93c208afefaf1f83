// A file store in one folder: whole files or none, by a temporary file that is flushed and renamed.
import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { SystemError } from '../../ground/errors.js'
import type { FileStore } from './file-store.js'

const accepted = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/

/** The folder is made when the first file comes. */
export function createDiskFiles(folder: string): FileStore {
  const pathOf = (name: string): string => {
    if (!accepted.test(name)) throw new SystemError(`'${name}' is no file name: letters, digits, '-', '_' and '.' only.`)
    return join(folder, name)
  }
  return {
    async put(name, bytes) {
      const path = pathOf(name)
      await mkdir(folder, { recursive: true })
      const temporary = join(folder, `.${randomUUID()}`)
      try {
        const file = await open(temporary, 'wx')
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(temporary, path)
        await syncFolder(folder)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },
    async get(name) {
      try {
        return await readFile(pathOf(name))
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
        throw error
      }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
  }
}

/** Without it a crash right after the rename could lose the file's name. Not every system can do it. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null)
  try {
    await handle?.sync().catch(() => undefined)
  } finally {
    await handle?.close()
  }
}
