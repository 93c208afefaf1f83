// Packages and backups in a folder: a file is whole or absent, whatever stops the process.
import { randomBytes } from 'node:crypto'
import { createWriteStream, type Stats } from 'node:fs'
import { link, lstat, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ServiceError } from '../../foundation/errors.js'
import { makeFolder } from '../make-folder.js'
import { probeFolder } from './probe-folder.js'
import { NoFile, type OpenedZip, type UnfinishedUntil, type ZipPlace, type ZipSink, type ZipStore } from './zip-store.js'

/** Files that came over the network and have no name yet; files that are being written beside their place. */
const arriving = /^[0-9a-f]{24}\.part$/
const writing = /\.zip\.[0-9a-f]{12}\.part$/i

/** Notes of what came over the network: a second name of the same file, by which it is told from an export of that name. */
const receivedFolder = (folder: string): string => join(folder, '.received')

/** What cannot be read is not there. */
const statOf = (path: string): Promise<Stats | null> => stat(path).catch(() => null)
const namesIn = (folder: string): Promise<readonly string[]> => readdir(folder).catch(() => [])

async function openLocal(path: string): Promise<OpenedZip> {
  const found = await lstat(path).catch(() => null)
  if (found === null) throw new NoFile(null)
  if (!found.isFile()) throw new NoFile(found.isDirectory() ? 'a folder' : found.isSymbolicLink() ? 'a link' : 'no plain file')
  const file = await open(path)
  return {
    size: (await file.stat()).size,
    read: async (buffer, offset, length, position) => (await file.read(buffer, offset, length, position)).bytesRead,
    close: () => file.close(),
  }
}

async function createLocal(path: string): Promise<ZipSink> {
  await makeFolder(dirname(path))
  const part = `${path}.${randomBytes(6).toString('hex')}.part`
  return {
    take: (bytes) => pipeline(bytes, createWriteStream(part, { flags: 'wx', mode: 0o600 })),
    async finish() {
      const handle = await open(part, 'r')
      try {
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(part, path)
      return (await stat(path)).size
    },
    drop: () => rm(part, { force: true }),
  }
}

/** The file of the path, wherever it lies. */
export function localPlace(path: string): ZipPlace {
  return { path, open: () => openLocal(path), create: () => createLocal(path) }
}

/**
 * Files in one folder, which is made when the first is stored.
 * @param setting the variable that names the folder
 */
export function createLocalZips(folder: string, setting: string): ZipStore {
  const at = (name: string): string => join(folder, name)
  return {
    path: folder,
    isBucket: false,
    async ready() {
      await probeFolder(folder).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error)
        const advice = `Give the service's user the right to write there, or name another place by ${setting}.`
        throw new ServiceError('NOT_READY', `Nothing can be kept in '${folder}': ${reason}. ${advice}`, { cause: error })
      })
    },
    place: (name) => localPlace(at(name)),
    async receive(bytes) {
      await makeFolder(folder)
      const part = at(`${randomBytes(12).toString('hex')}.part`)
      const drop = (): Promise<void> => rm(part, { force: true })
      try {
        await pipeline(Readable.from(bytes), createWriteStream(part, { flags: 'wx', mode: 0o600 }))
      } catch (error) {
        await drop()
        throw error
      }
      return { place: localPlace(part), keep: (names) => keptUnder(names, folder, part), drop }
    },
    list: async (prefix) => (await namesIn(folder)).filter((name) => name.startsWith(prefix)),
    remove: (name) => rm(at(name), { force: true }),
    forgetUnfinished: (until) => forgetUnfinished(folder, until),
    sweepReceived: (olderThan) => sweepReceived(folder, olderThan),
  }
}

/** A link never takes the place of what lies there. */
async function keptUnder(names: Iterable<string>, folder: string, part: string): Promise<string | null> {
  for (const name of names) {
    try {
      await link(part, join(folder, name))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue
      throw error
    }
    const note = receivedFolder(folder)
    await makeFolder(note)
    // Of one that lay there before, and lies there no longer.
    await rm(join(note, name), { force: true })
    await link(part, join(note, name))
    return name
  }
  return null
}

async function forgetUnfinished(folder: string, until: UnfinishedUntil): Promise<void> {
  for (const name of await namesIn(folder)) {
    const moment = arriving.test(name) ? until.arriving : writing.test(name) ? until.writing : null
    if (moment === null) continue
    const { mtimeMs } = (await statOf(join(folder, name))) ?? { mtimeMs: Number.POSITIVE_INFINITY }
    if (mtimeMs < moment) await rm(join(folder, name), { force: true })
  }
}

/** Packages that an export has written, or somebody has laid there, stay: even under the name that one came with. */
async function sweepReceived(folder: string, olderThan: number): Promise<number> {
  let swept = 0
  for (const name of await namesIn(receivedFolder(folder))) {
    const [note, lies] = [join(receivedFolder(folder), name), join(folder, name)]
    const [noted, lying] = [await statOf(note), await statOf(lies)]
    if (noted === null) continue
    const isSame = lying !== null && lying.ino === noted.ino && lying.dev === noted.dev
    // What was removed or written over is not held any longer by its note.
    if (isSame && noted.mtimeMs >= olderThan) continue
    if (isSame) {
      await rm(lies, { force: true })
      swept++
    }
    await rm(note, { force: true })
  }
  return swept
}
