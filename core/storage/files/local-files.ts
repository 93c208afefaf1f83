// The file store on the local disk: a file is whole or absent, whatever stops the process.
import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { SystemError } from '../../ground/errors.js'
import type { FileStore } from './file-store.js'

const namePattern = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,254}$/
/** Unfinished files begin so; no name that callers may give does. */
const unfinished = '.part-'

/** Anything but plain names would lead out of the folder. */
function pathOf(folder: string, name: string): string {
  if (!namePattern.test(name)) throw new SystemError(`'${name}' is not a name that the file store gives.`)
  return join(folder, name)
}

const isAbsent = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Files in one folder, which is made when the first is stored. */
export function createLocalFiles(folder: string): FileStore {
  return {
    async put(name, bytes) {
      const path = pathOf(folder, name)
      await mkdir(folder, { recursive: true })
      const part = join(folder, `${unfinished}${randomBytes(9).toString('base64url')}`)
      try {
        const handle = await open(part, 'wx')
        try {
          await handle.writeFile(bytes)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(part, path)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
      // The name is durable only when the folder is; the database row that names the file comes after.
      await syncFolder(folder)
    },

    async get(name) {
      try {
        return await readFile(pathOf(folder, name))
      } catch (error) {
        if (isAbsent(error)) return null
        throw error
      }
    },

    async remove(name) {
      await rm(pathOf(folder, name), { force: true })
    },

    async sweep(isKnown, olderThan) {
      const names = await readdir(folder).catch((error: unknown) => {
        if (isAbsent(error)) return []
        throw error
      })
      let swept = 0
      for (const name of names) {
        const path = join(folder, name)
        const changed = await stat(path).then(
          (found) => (found.isFile() ? found.mtimeMs : Infinity),
          () => Infinity,
        )
        if (changed >= olderThan || (!name.startsWith(unfinished) && (await isKnown(name)))) continue
        await rm(path, { force: true })
        swept++
      }
      return swept
    },
  }
}
