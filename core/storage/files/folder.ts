// Creates folders, and tests whether a folder is writable.
import { mkdir, stat, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { randomBytes } from 'node:crypto'

const isFolder = async (path: string): Promise<boolean> => (await stat(path)).isDirectory()

/** Creates folders that only the service's own user can access. Existing folders stay unchanged. Throws the error of the file system. */
export async function makeFolder(folder: string, mode = 0o700): Promise<void> {
  const failed = await mkdir(folder, mode).then(
    () => null,
    (error: unknown) => error as NodeJS.ErrnoException,
  )
  if (failed === null || (failed.code === 'EEXIST' && (await isFolder(folder)))) return
  const above = dirname(folder)
  if (failed.code !== 'ENOENT' || above === folder) throw failed
  await makeFolder(above, mode)
  await mkdir(folder, mode).catch((error: NodeJS.ErrnoException) => {
    // Another process has created it concurrently.
    if (error.code !== 'EEXIST') throw error
  })
}

/** Creates the folder if it is missing, writes a file into it and removes the file. Throws the error of the file system. */
export async function probeFolder(folder: string): Promise<void> {
  await makeFolder(folder)
  const probe = join(folder, `.probe-${randomBytes(6).toString('hex')}`)
  await writeFile(probe, '', { flag: 'wx', mode: 0o600 })
  await rm(probe)
}
