// Holds files of a folder while they are read: under a second name of their own, which no removal takes away.
import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, link, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { day } from '../../foundation/clock.js'
import type { HeldFiles } from './file-store.js'

/** Folders of held files begin so. */
const prefix = '.held-'
/** Milliseconds after which nobody reads any more: the process is gone. */
const abandoned = day

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/** A second name costs nothing; where the disk knows none, the bytes are copied. @returns false where there is no such file */
async function named(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return true
    if (codeOf(error) === 'ENOENT') return false
  }
  try {
    await copyFile(from, to)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

/** @param pathOf the place of a file in the folder by its name, which it judges */
export async function holdFiles(
  folder: string,
  mode: number,
  pathOf: (folder: string, name: string) => string,
): Promise<HeldFiles> {
  await mkdir(folder, { recursive: true, mode })
  await forgetAbandoned(folder)
  const own = join(folder, `${prefix}${randomBytes(9).toString('base64url')}`)
  await mkdir(own, { mode })
  return {
    add: (name) => named(pathOf(folder, name), pathOf(own, name)),
    size: async (name) => (await stat(pathOf(own, name))).size,
    read: (name) => createReadStream(pathOf(own, name)),
    release: () => rm(own, { recursive: true, force: true }),
  }
}

/** What a process that was killed has held. */
async function forgetAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix)) continue
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
    if (mtimeMs < Date.now() - abandoned) await rm(path, { recursive: true, force: true })
  }
}
