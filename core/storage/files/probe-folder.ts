// Tests whether a folder is writable by writing a file, because permission bits are not always reliable.
import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../make-folder.js'

/** Creates the folder if it is missing, writes a file into it and removes the file. Throws the error of the file system. */
export async function probeFolder(folder: string): Promise<void> {
  await makeFolder(folder)
  const probe = join(folder, `.probe-${randomBytes(6).toString('hex')}`)
  await writeFile(probe, '', { flag: 'wx', mode: 0o600 })
  await rm(probe)
}
