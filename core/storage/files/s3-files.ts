// The file store in an S3 bucket shared by all processes. Buffers incoming files on the local disk until they are complete.
import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { day } from '../../foundation/clock.js'
import { SystemError } from '../../foundation/errors.js'
import { openPrivateFolder } from '../../foundation/private-folder.js'
import { type FileStore, type RetainedFiles, createLocalFiles } from './file-store.js'
import { createS3Client, type S3RetryOptions, type S3Location, type S3Send, type ListedObject, listObjects } from './s3-client.js'

const namePattern = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,254}$/
/** The name prefix of copies that a backup holds for reading. */
const retainedPrefix = '.held-'
/** Held copies older than this are from a crashed process. Milliseconds. */
const abandonedAge = day

const createScratchFolder = (): string => openPrivateFolder('svc-files') ?? mkdtempSync(join(tmpdir(), 'svc-files-'))

/** Stores files in a bucket. `scratch` is a local folder for incoming files. */
export function createS3Files(
  place: S3Location,
  { patience, scratch = createScratchFolder() }: { readonly patience?: S3RetryOptions; readonly scratch?: string } = {},
): FileStore {
  return createScopedFiles(place, createS3Client(place, patience), scratch, '')
}

function createScopedFiles(place: S3Location, send: S3Send, scratch: string, folder: string): FileStore {
  const arriving = createLocalFiles(scratch)
  function keyOf(name: string): string {
    if (!namePattern.test(name)) throw new SystemError(`'${name}' is not a valid name of a stored file.`)
    return `${folder}${name}`
  }
  async function put(name: string, bytes: Uint8Array): Promise<void> {
    await send('PUT', keyOf(name), { body: bytes, headers: { 'content-type': 'application/octet-stream' } })
  }
  async function get(key: string): Promise<Uint8Array | null> {
    const { status, bytes } = await send('GET', key)
    return status === 404 ? null : bytes
  }
  const names = (): AsyncGenerator<readonly ListedObject[]> => listObjects(send, `${place.prefix}${folder}`)

  return {
    async ready() {
      const probe = `probe-${randomBytes(9).toString('hex')}`
      const bytes = randomBytes(16)
      await arriving.ready()
      await put(probe, bytes)
      const storedBytes = await get(keyOf(probe))
      await send('DELETE', keyOf(probe))
      if (storedBytes === null || !bytes.equals(storedBytes)) {
        throw new SystemError(`The bucket '${place.bucket}' at '${place.endpoint}' does not return the stored files.`)
      }
    },

    async retain() {
      await deleteAbandonedCopies(names(), (name) => send('DELETE', `${folder}${name}`))
      return retainCopies(place, send, folder, keyOf)
    },

    async receive(bytes, limit) {
      const received = await arriving.receive(bytes, limit)
      const own = randomBytes(12).toString('hex')
      return {
        size: received.size,
        head: received.head,
        drop: () => received.drop(),
        async keep(name) {
          keyOf(name)
          await received.keep(own)
          try {
            await put(name, (await arriving.get(own)) ?? new Uint8Array())
          } finally {
            await arriving.remove(own)
          }
        },
      }
    },

    scoped(scope) {
      keyOf(scope)
      return createScopedFiles(place, send, scratch, `${folder}${scope}/`)
    },
    put,
    get: async (name) => get(keyOf(name)),

    async remove(name) {
      await send('DELETE', keyOf(name))
    },

    async deleteUnused(findReferencedNames, olderThan) {
      await arriving.deleteUnused(() => Promise.resolve(new Set()), olderThan)
      let deletedCount = 0
      for await (const page of names()) {
        // Names with a slash belong to other databases or to held copies.
        const old = page.flatMap(({ name, changed }) => (namePattern.test(name) && changed < olderThan ? [name] : []))
        const referencedNames = old.length > 0 ? await findReferencedNames(old) : new Set()
        for (const name of old) {
          if (referencedNames.has(name)) continue
          await send('DELETE', keyOf(name))
          deletedCount++
        }
      }
      return deletedCount
    },
  }
}

/** Holds files by copying them inside the bucket. Names never get other bytes, so a copy equals the file. */
function retainCopies(
  { bucket, prefix }: S3Location,
  send: S3Send,
  folder: string,
  keyOf: (name: string) => string,
): RetainedFiles {
  const own = `${folder}${retainedPrefix}${randomBytes(9).toString('base64url')}/`
  const added = new Set<string>()
  return {
    async add(name) {
      const source = `/${bucket}/${prefix}${keyOf(name)}`
      const { status } = await send('PUT', `${own}${name}`, { headers: { 'x-amz-copy-source': source } })
      if (status === 404) return false
      added.add(name)
      return true
    },
    async size(name) {
      const { status, headers } = await send('HEAD', `${own}${name}`)
      if (status === 404) throw new SystemError(`The file '${name}' no longer exists.`)
      return Number(headers.get('content-length'))
    },
    async *read(name) {
      const { status, bytes } = await send('GET', `${own}${name}`)
      if (status === 404) throw new SystemError(`The file '${name}' no longer exists.`)
      yield bytes
    },
    async release() {
      for (const name of added) await send('DELETE', `${own}${name}`)
    },
  }
}

/** Deletes held copies of crashed processes. */
async function deleteAbandonedCopies(
  names: AsyncIterable<readonly ListedObject[]>,
  remove: (name: string) => Promise<unknown>,
): Promise<void> {
  for await (const page of names) {
    for (const { name, changed } of page)
      if (name.startsWith(retainedPrefix) && changed < Date.now() - abandonedAge) await remove(name)
  }
}
