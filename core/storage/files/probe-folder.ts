// Tries whether a folder takes files: what the disk says of its rights is not always what happens.
import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../make-folder.js'

/** Makes the folder where it is missing, writes a file into it and removes it again. Throws what the disk says. */
export async function probeFolder(folder: string): Promise<void> {
  await makeFolder(folder)
  const probe = join(folder, `.probe-${randomBytes(6).toString('hex')}`)
  await writeFile(probe, '', { flag: 'wx', mode: 0o600 })
  await rm(probe)
}
