// The file store: its interface, and its implementation on the local disk. A crash never leaves a partial file under a final name.
import { randomBytes } from 'node:crypto'
import type { Database } from '../database/connection.js'
import { readSystemVariable } from '../system-variables.js'
import { createReadStream } from 'node:fs'
import { day } from '../../foundation/clock.js'
import { createMessage } from '../../foundation/message.js'
import { mkdir, open, readdir, readFile, rename, rm, stat, copyFile, link } from 'node:fs/promises'
import { join } from 'node:path'
import { ServiceError, SystemError } from '../../foundation/errors.js'
import { splitIntoPortions } from '../database/dialect.js'
import { probeFolder } from './folder.js'

/** The number of leading bytes that are read to detect a file's type. */
export const headLength = 4_100

/** A received file that has no name yet. The caller must keep or drop it. */
export interface ReceivedFile {
  readonly size: number
  /** The first `headLength` bytes, or fewer if the file is shorter. */
  readonly head: Uint8Array
  /** Stores the file under the name, like `put`. The file is durable when the promise resolves. */
  keep(name: string): Promise<void>
  drop(): Promise<void>
}

/** Thrown if more bytes arrive than the limit allows. The received bytes are deleted. */
export class FileTooLargeError extends Error {}

/** Files that stay readable until `release`, even if they are removed from the store. */
export interface RetainedFiles {
  /** False if the store has no such file. */
  add(name: string): Promise<boolean>
  /** The size of an added file in bytes. */
  size(name: string): Promise<number>
  read(name: string): AsyncIterable<Uint8Array>
  release(): Promise<void>
}

export interface FileStore {
  /** Throws NOT_READY with advice if the store is not writable. */
  ready(): Promise<void>
  /** Creates an empty set of retained files. */
  retain(): Promise<RetainedFiles>
  /**
   * Writes the bytes as they arrive, without buffering the whole file in memory. Throws FileTooLarge beyond `limit` bytes, and
   * rethrows errors of the source. Deletes the received bytes in both cases.
   */
  receive(bytes: AsyncIterable<Uint8Array>, limit: number): Promise<ReceivedFile>
  /** The part of the store for one database. It neither sees nor sweeps other parts. Letters, digits, `-` and `_`. */
  scoped(scope: string): FileStore
  /** Stores the bytes under a new name. Names consist of letters, digits, `-`, `_` and `.`, and are never reused. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** The bytes, or null if there is no such file. */
  get(name: string): Promise<Uint8Array | null>
  /** Removes the file. Does nothing if there is no such file. */
  remove(name: string): Promise<void>
  /**
   * Removes leftovers of a crash: unfinished files, and files without a database row. Skips files changed at or after
   * `olderThan` (milliseconds since the epoch), because their rows may not be committed yet. Returns the number of removed
   * files.
   * @param known returns the names that have a row. Called with some hundred names at a time
   */
  deleteUnused(known: (names: readonly string[]) => Promise<ReadonlySet<string>>, olderThan: number): Promise<number>
}

/** The system variable with the name of that part. */
export const fileScopeVariable = 'file_scope'

/** Reads the name, or creates it. If several processes start at once, all use the name that was stored first. */
export async function loadFileScope(database: Database): Promise<string> {
  const storedScope = await readSystemVariable(database, fileScopeVariable)
  if (storedScope !== null) return storedScope
  const newScope = randomBytes(9).toString('hex')
  await database.run(database.dialect.insertMissing('svc_system_variables', ['name', 'value'], ['name']), [
    fileScopeVariable,
    newScope,
  ])
  return (await readSystemVariable(database, fileScopeVariable)) ?? newScope
}

const namePattern = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,254}$/
/** The name prefix of unfinished files. Valid file names cannot start with it. */
const unfinishedPrefix = '.part-'
/** The number of names to look up at once during a sweep. */
const namesPerLookup = 500

/** Rejects all names that could lead out of the folder. */
function toFilePath(folder: string, name: string): string {
  if (!namePattern.test(name)) throw new SystemError(`'${name}' is not a valid name of a stored file.`)
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

/** True if the disk or the user's quota is full. */
const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

/** Only the service's own user can read uploads of shoppers. */
const folderMode = 0o700
const fileMode = 0o600

/** Writes the bytes to the file and syncs it. Returns the size and the first bytes. */
async function writeAndSync(
  part: string,
  bytes: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<Pick<ReceivedFile, 'size' | 'head'>> {
  const handle = await open(part, 'wx', fileMode)
  try {
    const head: Uint8Array[] = []
    let size = 0
    for await (const chunk of bytes) {
      if (size < headLength) head.push(chunk.slice(0, headLength - size))
      size += chunk.length
      if (size > limit) throw new FileTooLargeError(`The file has more than ${limit} bytes.`)
      await handle.writeFile(chunk)
    }
    await handle.sync()
    return { size, head: Buffer.concat(head) }
  } finally {
    await handle.close()
  }
}

async function* toAsyncIterable(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const isUnfinished = (name: string): boolean => name.startsWith(unfinishedPrefix)

/** Removes the files that changed before `olderThan`. Returns their number. */
async function removeOldFiles(folder: string, names: readonly string[], olderThan: number): Promise<number> {
  let removed = 0
  for (const name of names) {
    const path = join(folder, name)
    const changed = await stat(path).then(
      (stats) => (stats.isFile() ? stats.mtimeMs : Infinity),
      () => Infinity,
    )
    if (changed >= olderThan) continue
    await rm(path, { force: true })
    removed++
  }
  return removed
}

/** The name prefix of folders with retained files. */
const folderPrefix = '.held-'
/** Retained files older than this are from a crashed process. Milliseconds. */
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
async function retainFiles(
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

/** Deletes retained files of crashed processes. */
async function deleteAbandonedFolders(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(folderPrefix)) continue
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
    if (mtimeMs < Date.now() - abandonedAge) await rm(path, { recursive: true, force: true })
  }
}

/** Stores files in one folder. Creates the folder with the first file. */
export function createLocalFiles(folder: string): FileStore {
  async function receive(bytes: AsyncIterable<Uint8Array>, limit: number): Promise<ReceivedFile> {
    await mkdir(folder, { recursive: true, mode: folderMode })
    const part = join(folder, `${unfinishedPrefix}${randomBytes(9).toString('base64url')}`)
    const drop = (): Promise<void> => rm(part, { force: true })
    const receivedFile = await writeAndSync(part, bytes, limit).catch(async (error: unknown) => {
      await drop()
      if (!isDiskFull(error)) throw error
      const message = createMessage('errors.fileStoreFull')
      throw new ServiceError('NOT_READY', message, { cause: error })
    })
    return {
      ...receivedFile,
      async keep(name) {
        await rename(part, toFilePath(folder, name))
        // The name is durable only after a sync of the folder. The database row with the name is written later.
        await syncFolder(folder)
      },
      drop,
    }
  }

  return {
    async ready() {
      try {
        await probeFolder(folder)
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        const message = createMessage('operations.filesNotWritable', { folder, reason })
        throw new ServiceError('NOT_READY', message, { cause: error })
      }
    },
    retain: () => retainFiles(folder, folderMode, toFilePath),
    receive,
    scoped: (scope) => createLocalFiles(toFilePath(folder, scope)),

    async put(name, bytes) {
      toFilePath(folder, name)
      const received = await receive(toAsyncIterable(bytes), Infinity)
      await received.keep(name).catch(async (error: unknown) => {
        await received.drop()
        throw error
      })
    },

    async get(name) {
      try {
        return await readFile(toFilePath(folder, name))
      } catch (error) {
        if (isAbsent(error)) return null
        throw error
      }
    },

    async remove(name) {
      await rm(toFilePath(folder, name), { force: true })
    },

    async deleteUnused(findReferencedNames, olderThan) {
      const names = await readdir(folder).catch((error: unknown) => {
        if (isAbsent(error)) return []
        throw error
      })
      const [unfinishedNames, whole] = [names.filter(isUnfinished), names.filter((name) => !isUnfinished(name))]
      let deletedCount = await removeOldFiles(folder, unfinishedNames, olderThan)
      for (const portion of splitIntoPortions(whole, namesPerLookup)) {
        const referencedNames = await findReferencedNames(portion)
        deletedCount += await removeOldFiles(
          folder,
          portion.filter((name) => !referencedNames.has(name)),
          olderThan,
        )
      }
      return deletedCount
    },
  }
}
