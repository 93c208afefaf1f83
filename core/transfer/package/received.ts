// Packages that come and go over the network: taken into the transfer folder beside what lies there, and read from it.
import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Caller } from '../../ground/access/caller.js'
import { NotFoundError, ValidationError } from '../../ground/errors.js'
import type { Context } from '../../storage/context.js'
import { makeFolder } from '../../storage/make-folder.js'
import { PackageFault } from './faults.js'
import { openPackage } from './open.js'
import { packagePlace } from './place.js'

/** Names that are tried where a package of that name lies there already. */
const attempts = 1_000

/** Notes of what came over the network: a second name of the same file, by which it is told from an export of that name. */
export const receivedFolder = (transferFolder: string): string => join(transferFolder, '.received')

export interface Received {
  /** Under which it lies in the transfer folder: the name it came with, continued with a number where that is taken. */
  readonly path: string
  /** Bytes. */
  readonly size: number
}

async function refusing<T>(path: string, shown: string, then: () => Promise<T>): Promise<T> {
  try {
    const pack = await openPackage({ path, shown })
    pack.close()
    return await then()
  } catch (error) {
    if (error instanceof PackageFault) throw ValidationError.of('file', error.message)
    throw error
  }
}

/** Keeps what is a package and nothing else; VALIDATION_FAILED on `name` or `file`. What lies there stays. */
export async function receivePackage(
  context: Context,
  caller: Caller,
  name: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<Received> {
  if (!/\.zip$/i.test(name))
    throw ValidationError.of('name', `A transfer package is a zip file; '${name.slice(0, 100)}' is none.`)
  packagePlace(context, { ...caller, outside: true }, 'name', name)
  const { transferFolder } = context
  await makeFolder(transferFolder)
  const part = join(transferFolder, `${randomBytes(12).toString('hex')}.part`)
  try {
    await pipeline(Readable.from(bytes), createWriteStream(part, { flags: 'wx', mode: 0o600 }))
    return await refusing(part, name, async () => ({
      path: await placed(part, transferFolder, name),
      size: (await stat(part)).size,
    }))
  } finally {
    await rm(part, { force: true })
  }
}

/** The first name that is free; a link never takes the place of what lies there. */
async function placed(part: string, folder: string, name: string): Promise<string> {
  const base = name.replace(/\.zip$/i, '')
  for (let n = 1; n < attempts; n++) {
    const free = n === 1 ? name : `${base}-${n}.zip`
    try {
      await link(part, join(folder, free))
      await note(part, receivedFolder(folder), free)
      return free
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  throw ValidationError.of(
    'name',
    `The transfer folder has too many packages called '${name.slice(0, 100)}'. Send it under another name.`,
  )
}

async function note(part: string, folder: string, name: string): Promise<void> {
  await makeFolder(folder)
  // Of one that lay there before, and lies there no longer.
  await rm(join(folder, name), { force: true })
  await link(part, join(folder, name))
}

/** The bytes of a package of the transfer folder; NOT_FOUND for everything that is none, a backup among it. */
export async function sentPackage(
  context: Context,
  caller: Caller,
  name: string,
): Promise<{ readonly bytes: Readable; readonly size: number }> {
  const missing = (): NotFoundError => new NotFoundError(`There is no transfer package '${name.slice(0, 100)}'.`)
  try {
    const place = packagePlace(context, { ...caller, outside: true }, 'name', name)
    const pack = await openPackage(place)
    pack.close()
    return { bytes: createReadStream(place.path), size: (await stat(place.path)).size }
  } catch (error) {
    if (error instanceof PackageFault || error instanceof ValidationError) throw missing()
    throw error
  }
}
