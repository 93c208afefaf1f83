// The store for transfer packages and backups: its interface, and its implementation in a folder.
import { createMessage } from '../../foundation/message.js'
import { Readable } from 'node:stream'
import { randomBytes } from 'node:crypto'
import { createWriteStream, type Stats } from 'node:fs'
import { link, lstat, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ServiceError } from '../../foundation/errors.js'
import { makeFolder, probeFolder } from './folder.js'

/** An open file. Reads never mix it with a later file of the same name. */
export interface OpenZipFile {
  /** Bytes. */
  readonly size: number
  /** Fills the buffer from `offset`. Returns the number of bytes read, which is below `length` only at the end of the file. */
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<number>
  close(): Promise<void>
}

/** Thrown if there is no readable file. `found` is the thing at its path; null if there is nothing. */
export class MissingZipError extends Error {
  constructor(readonly found: 'folder' | 'link' | 'other' | null) {
    super(found === null ? 'The file does not exist.' : 'The path is not the path of a file.')
  }
}

/** A file that is being written. */
export interface ZipSink {
  /** Writes all bytes of the stream with a bounded buffer. */
  take(bytes: Readable): Promise<void>
  /** Publishes the complete file under its name and replaces an existing one. Returns its size in bytes. */
  finish(): Promise<number>
  /** Discards everything that was written. */
  drop(): Promise<void>
}

export interface ZipLocation {
  /** For operators: a file path, or `s3://bucket/prefix/name.zip`. */
  readonly path: string
  /** Throws MissingZipError if there is none. */
  open(): Promise<OpenZipFile>
  /** Starts to write a file. An existing file stays until the new one is complete. */
  create(): Promise<ZipSink>
}

/** A received file that has no name yet. */
export interface ReceivedZip {
  readonly location: ZipLocation
  /** Stores the file under the first free name and marks it as received. null if no name is free. */
  keep(names: Iterable<string>): Promise<string | null>
  drop(): Promise<void>
}

/** Times in milliseconds since 1970. Unfinished files from before are leftovers of crashed processes. */
export interface UnfinishedCutoffs {
  /** For received files without a name. */
  readonly arriving: number
  /** For files that a process was writing. */
  readonly writing: number
}

export interface ZipStore {
  /** The path of the folder, or `s3://bucket/prefix`. */
  readonly path: string
  readonly isBucket: boolean
  /** Throws NOT_READY with advice if the store is not writable. */
  ready(): Promise<void>
  /** @param name without a path. The caller must have validated it */
  locate(name: string): ZipLocation
  receive(bytes: AsyncIterable<Uint8Array>): Promise<ReceivedZip>
  /** The names that begin with the prefix. Empty if the folder does not exist. */
  list(prefix: string): Promise<readonly string[]>
  /** Does nothing if there is no such file. */
  remove(name: string): Promise<void>
  deleteUnfinished(until: UnfinishedCutoffs): Promise<void>
  /**
   * Removes files received before `olderThan` (milliseconds since 1970). Exports and manually copied files stay. Returns their
   * number.
   */
  deleteExpired(olderThan: number): Promise<number>
}

/** Received files without a name yet, and files that are being written next to their final path. */
const receivedPattern = /^[0-9a-f]{24}\.part$/
const unfinishedPattern = /\.zip\.[0-9a-f]{12}\.part$/i

/** The folder of hard links to received files. The link distinguishes a received file from an export of the same name. */
const toReceivedFolder = (folder: string): string => join(folder, '.received')

/** Treats an unreadable path as missing. */
const statOrNull = (path: string): Promise<Stats | null> => stat(path).catch(() => null)
const listNames = (folder: string): Promise<readonly string[]> => readdir(folder).catch(() => [])

async function openLocalZip(path: string): Promise<OpenZipFile> {
  const stats = await lstat(path).catch(() => null)
  if (stats === null) throw new MissingZipError(null)
  if (!stats.isFile()) throw new MissingZipError(stats.isDirectory() ? 'folder' : stats.isSymbolicLink() ? 'link' : 'other')
  const file = await open(path)
  return {
    size: (await file.stat()).size,
    read: async (buffer, offset, length, position) => (await file.read(buffer, offset, length, position)).bytesRead,
    close: () => file.close(),
  }
}

async function createLocalSink(path: string): Promise<ZipSink> {
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

/** The file at the path, in any folder. */
export function createLocalLocation(path: string): ZipLocation {
  return { path, open: () => openLocalZip(path), create: () => createLocalSink(path) }
}

/**
 * Stores files in one folder. Creates the folder with the first file.
 * @param setting the environment variable with the path of the folder
 */
export function createLocalZips(folder: string, setting: string): ZipStore {
  const at = (name: string): string => join(folder, name)
  return {
    path: folder,
    isBucket: false,
    async ready() {
      await probeFolder(folder).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error)
        const message = createMessage('operations.folderNotWritable', { folder, reason, setting })
        throw new ServiceError('NOT_READY', message, { cause: error })
      })
    },
    locate: (name) => createLocalLocation(at(name)),
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
      return { location: createLocalLocation(part), keep: (names) => linkUnderFreeName(names, folder, part), drop }
    },
    list: async (prefix) => (await listNames(folder)).filter((name) => name.startsWith(prefix)),
    remove: (name) => rm(at(name), { force: true }),
    deleteUnfinished: (until) => deleteUnfinished(folder, until),
    deleteExpired: (olderThan) => deleteReceived(folder, olderThan),
  }
}

/** A hard link never replaces an existing file. */
async function linkUnderFreeName(names: Iterable<string>, folder: string, part: string): Promise<string | null> {
  for (const name of names) {
    try {
      await link(part, join(folder, name))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue
      throw error
    }
    const note = toReceivedFolder(folder)
    await makeFolder(note)
    // The link may be from an earlier file of that name that no longer exists.
    await rm(join(note, name), { force: true })
    await link(part, join(note, name))
    return name
  }
  return null
}

async function deleteUnfinished(folder: string, until: UnfinishedCutoffs): Promise<void> {
  for (const name of await listNames(folder)) {
    const limit = receivedPattern.test(name) ? until.arriving : unfinishedPattern.test(name) ? until.writing : null
    if (limit === null) continue
    const { mtimeMs } = (await statOrNull(join(folder, name))) ?? { mtimeMs: Number.POSITIVE_INFINITY }
    if (mtimeMs < limit) await rm(join(folder, name), { force: true })
  }
}

/** Deletes only received packages. Exports and manually copied files stay, even under the name of a received file. */
async function deleteReceived(folder: string, olderThan: number): Promise<number> {
  let deletedCount = 0
  for (const name of await listNames(toReceivedFolder(folder))) {
    const [note, path] = [join(toReceivedFolder(folder), name), join(folder, name)]
    const [noted, existing] = [await statOrNull(note), await statOrNull(path)]
    if (noted === null) continue
    const isSame = existing !== null && existing.ino === noted.ino && existing.dev === noted.dev
    // Removes the link to a file that was removed or replaced, so its disk space is freed.
    if (isSame && noted.mtimeMs >= olderThan) continue
    if (isSame) {
      await rm(path, { force: true })
      deletedCount++
    }
    await rm(note, { force: true })
  }
  return deletedCount
}
