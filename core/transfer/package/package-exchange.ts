// Upload and download of transfer packages: stores received packages in the transfer folder, and streams packages from it.
import { createMessage, getMessage } from '../../foundation/message.js'
import { Readable } from 'node:stream'
import type { Caller } from '../../foundation/access.js'
import { NotFoundError, ValidationError } from '../../foundation/errors.js'
import type { Context } from '../../storage/context.js'
import type { OpenZipFile } from '../../storage/files/zip-store.js'
import { PackageFault } from './format.js'
import { openPackage } from './open.js'
import { resolvePackageLocation } from './package-location.js'

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
