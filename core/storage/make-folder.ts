// Creates a folder and its parents. Node's recursive mkdir never returns on a file system without folder support (/proc).
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

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
