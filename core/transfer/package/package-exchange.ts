// Upload, download and location of transfer packages in the transfer folder or bucket.
import { createMessage, getMessage, type Message } from '../../foundation/message.js'
import { Readable } from 'node:stream'
import type { Caller } from '../../foundation/access.js'
import { NotFoundError, ValidationError } from '../../foundation/errors.js'
import type { Context } from '../../storage/context.js'
import { type OpenZipFile, createLocalLocation, type ZipLocation } from '../../storage/files/zip-store.js'
import { PackageFault } from './format.js'
import { openPackage } from './open.js'
import { isAbsolute, resolve } from 'node:path'

/** Letters and digits of any language, inner blanks, `.`, `-` and `_`. Excludes paths, hidden files and terminal control characters. */
const plainName = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_ .-]{0,120}[\p{L}\p{N}_])?$/u

const isPlainFileName = (name: string): boolean => plainName.test(name) && !name.includes('..')

/** True for a remote caller: a call over HTTP has a token, other network calls set `outside`. */
const isFromOutside = ({ id, outside }: Caller): boolean => id !== null || outside === true

/**
 * Resolves the location of a package in the transfer folder, or at any path for callers with a shell, and explains write errors.
 */
export interface PackageLocation {
  readonly file: ZipLocation
  /** The location as the caller may see it. */
  readonly shown: string
}

/** The location that a caller names in `argument`; VALIDATION_FAILED on it if a remote caller sends more than a plain name. */
export function resolvePackageLocation(
  { packages }: Context,
  caller: Caller,
  argument: string,
  location: string,
): PackageLocation {
  if (isFromOutside(caller)) {
    if (isPlainFileName(location)) return { file: packages.locate(location), shown: location }
    throw ValidationError.of(argument, createMessage('transfer.plainNameRequired', { name: location.slice(0, 100) }))
  }
  if (location.includes('\0')) throw ValidationError.of(argument, createMessage('transfer.nulCharacters', { argument }))
  if (/^s3:\/\//i.test(location)) return resolveBucketLocation(packages, argument, location)
  const path = isAbsolute(location) ? location : resolve(location)
  return { file: createLocalLocation(path), shown: path }
}

/** Resolves the bucket address that an export has returned. */
function resolveBucketLocation(packages: Context['packages'], argument: string, location: string): PackageLocation {
  const name = location.slice(packages.path.length + 1)
  if (packages.isBucket && location.startsWith(`${packages.path}/`) && isPlainFileName(name))
    return { file: packages.locate(name), shown: location }
  const path = location.slice(0, 200)
  throw ValidationError.of(
    argument,
    packages.isBucket
      ? createMessage('transfer.outsideBucket', { path, example: `${packages.path}/blind.zip` })
      : createMessage('transfer.noBucket', { path }),
  )
}

/** The default location of a new package in the transfer folder. */
export function createPackageLocation({ packages }: Context, caller: Caller, ids: readonly number[]): PackageLocation {
  const listed = ids.slice(0, 5).join('-')
  const name = `product-${listed}${ids.length > 5 ? `-and-${ids.length - 5}-more` : ''}.zip`
  const file = packages.locate(name)
  return { file, shown: isFromOutside(caller) ? name : file.path }
}

const reasonsByCode: Readonly<Record<string, Message>> = {
  EISDIR: createMessage('transfer.pathIsFolder'),
  ENOTDIR: createMessage('transfer.pathThroughFile'),
  ENOENT: createMessage('transfer.folderMissing'),
  EACCES: createMessage('transfer.accessDenied'),
  EPERM: createMessage('transfer.accessDenied'),
  EROFS: createMessage('transfer.readOnly'),
  ENOSPC: createMessage('transfer.diskFull'),
  ENAMETOOLONG: createMessage('transfer.nameTooLong'),
  EEXIST: createMessage('transfer.pathThroughFile'),
  ENOTEMPTY: createMessage('transfer.pathIsFolder'),
}

/** The second half of a sentence; null for errors that the caller cannot fix. */
export function explainWriteError(error: unknown): Message | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return Object.hasOwn(reasonsByCode, code) ? reasonsByCode[code]! : null
}

/** Maximum number of names tried when packages with the name exist already. */
const maxNameAttempts = 1_000
/** Bytes per read while a package is sent. */
const chunkBytes = 65_536

interface ReceivedPackage {
  /** The name in the transfer folder: the original name, with a number appended if it is taken. */
  readonly path: string
  /** Size in bytes. */
  readonly size: number
}

/** Stores a valid package without replacing existing ones. VALIDATION_FAILED on `name` or `file`. */
export async function receivePackage(
  context: Context,
  caller: Caller,
  name: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<ReceivedPackage> {
  if (!/\.zip$/i.test(name))
    throw ValidationError.of('name', createMessage('transfer.packageNameRequired', { name: name.slice(0, 100) }))
  resolvePackageLocation(context, { ...caller, outside: true }, 'name', name)
  let size = 0
  const arrived = await context.packages.receive(
    (async function* counted() {
      for await (const chunk of bytes) {
        size += chunk.length
        yield chunk
      }
    })(),
  )
  try {
    const pack = await openPackage({ file: arrived.location, shown: name })
    pack.close()
    const path = await arrived.keep(generateNames(name))
    if (path !== null) return { path, size }
    const sentence = createMessage('transfer.nameTaken', { name: name.slice(0, 100) })
    throw ValidationError.of('name', sentence)
  } catch (error) {
    if (error instanceof PackageFault) throw ValidationError.of('file', getMessage(error))
    throw error
  } finally {
    await arrived.drop()
  }
}

function* generateNames(name: string): Generator<string> {
  const base = name.replace(/\.zip$/i, '')
  yield name
  for (let n = 2; n < maxNameAttempts; n++) yield `${base}-${n}.zip`
}

/** Streams a package of the transfer folder. NOT_FOUND for every other file, including a backup. */
export async function openPackageDownload(
  context: Context,
  caller: Caller,
  name: string,
): Promise<{ readonly bytes: Readable; readonly size: number }> {
  const missing = (): NotFoundError => new NotFoundError(createMessage('transfer.packageMissing', { name: name.slice(0, 100) }))
  try {
    const { file, shown: displayPath } = resolvePackageLocation(context, { ...caller, outside: true }, 'name', name)
    const pack = await openPackage({ file, shown: displayPath })
    pack.close()
    const opened = await file.open()
    const stream = Readable.from(readFileBytes(opened), { objectMode: false })
    stream.once('close', () => void opened.close())
    return { bytes: stream, size: opened.size }
  } catch (error) {
    if (error instanceof PackageFault || error instanceof ValidationError) throw missing()
    throw error
  }
}

async function* readFileBytes(file: OpenZipFile): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; ) {
    const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, file.size - at))
    const read = await file.read(buffer, 0, buffer.length, at)
    if (read === 0) return
    yield buffer.subarray(0, read)
    at += read
  }
}
