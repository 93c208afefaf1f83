// Stores transfer packages and backups in an S3 bucket. Writes and reads them in parts, to limit disk and memory use.
import { createMessage } from '../../foundation/message.js'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { ServiceError, SystemError } from '../../foundation/errors.js'
import {
  createS3Client,
  encodeObjectKey,
  type S3RetryOptions,
  type S3Location,
  type S3Send,
  getChildText,
  listObjects,
  parseXmlResponse,
  findTextBetween,
} from './s3-client.js'
import {
  MissingZipError,
  type OpenZipFile,
  type UnfinishedCutoffs,
  type ZipLocation,
  type ZipStore,
  type ZipSink,
} from './zip-store.js'

/** The size of a read request in bytes, and the number of cached pieces per open file. */
const defaultPieceSize = 4 * 1_048_576
const maximumCachedPieces = 3
/** The name prefix of received files without a name yet. */
const receivedPrefix = '.arriving-'
/** The metadata header that identifies one upload of a file. */
const uploadHeader = 'x-amz-meta-svc-writing'
/** The metadata header that marks received files. */
const originHeader = 'x-amz-meta-svc-origin'
const receivedOrigin = 'received'

export interface S3ZipOptions {
  readonly setting: string
  readonly what: string
  /** Runs `act` while no other process of the installation runs one. */
  alone<T>(act: () => Promise<T>): Promise<T>
  readonly patience?: S3RetryOptions
  /** The size in bytes of an uploaded part, and of a piece that is read. */
  readonly part?: number
  readonly piece?: number
}

// Streams a large file into an S3 bucket as a multipart upload. Buffers one part and publishes the file only when complete.

/** The size of the first parts in bytes. Shorter files use a single PUT. */
const defaultPartSize = 8 * 1_048_576
/** S3 allows 10,000 parts per file. The part size doubles after each 2,000 parts, which allows files of 400 GB. */
const partsPerSize = 2_000
/** The time that a store may take to complete the upload, in milliseconds. */
const completionTimeout = 300_000

export interface UploadOptions {
  readonly send: S3Send
  readonly key: string
  /** Metadata headers of the object. They include a value that identifies this upload. */
  readonly headers: Readonly<Record<string, string>>
  /** The name of the header that identifies this upload. */
  readonly mark: string
  readonly part?: number
  /** Runs the step that publishes the file while no other process publishes one. */
  alone<T>(act: () => Promise<T>): Promise<T>
}

const parseErrorCode = (text: string): string => findTextBetween(text, '<Code>', '</Code>') ?? 'nothing that is known'

/** Creates a file that appears under its key when it is finished. */
function createUpload({ send, key, headers, mark, part = defaultPartSize, alone }: UploadOptions): ZipSink {
  const tags: string[] = []
  let id: string | null = null
  let [chunks, length, size]: [Uint8Array[], number, number] = [[], 0, 0]
  let isDropped = false

  const limit = (): number => part * 2 ** Math.floor(tags.length / partsPerSize)

  async function begin(): Promise<string> {
    const reply = await send('POST', key, { query: { uploads: '' }, headers, expected: [] })
    const uploadId = getChildText(parseXmlResponse(reply), 'UploadId')
    if (uploadId === null) throw new SystemError(`The bucket did not start the upload of '${key}'.`)
    return uploadId
  }

  async function flush(): Promise<void> {
    id ??= await begin()
    const query = { partNumber: String(tags.length + 1), uploadId: id }
    const reply = await send('PUT', key, { query, body: Buffer.concat(chunks, length) })
    tags.push(reply.headers.get('etag') ?? '')
    ;[chunks, length] = [[], 0]
  }

  /**
   * Completes the upload. A store can report an error in a 200 reply, and the reply can be lost. In both cases a HEAD request
   * checks the file.
   */
  async function join(uploadId: string): Promise<void> {
    const parts = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escapeXmlText(tag)}</ETag></Part>`)
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
    const reply = await send('POST', key, { query: { uploadId }, body, wait: completionTimeout })
    const text = new TextDecoder().decode(reply.bytes)
    if (reply.status < 300 && !text.includes('<Error>')) return
    const headReply = await send('HEAD', key)
    if (headReply.status < 300 && headReply.headers.get(mark) === headers[mark]) return
    throw new SystemError(`The bucket could not combine the parts of '${key}': ${parseErrorCode(text)}.`)
  }

  return {
    async take(bytes: Readable) {
      for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
        if (isDropped) return
        chunks.push(chunk)
        length += chunk.length
        size += chunk.length
        if (length >= limit()) await flush()
      }
    },
    async finish() {
      if (id !== null && length > 0) await flush()
      const whole = Buffer.concat(chunks, length)
      await alone(async () => {
        if (id === null) await send('PUT', key, { headers, body: whole })
        else await join(id)
      })
      const headReply = await send('HEAD', key)
      if (Number(headReply.headers.get('content-length')) !== size && headReply.headers.get(mark) === headers[mark])
        throw new SystemError(`The bucket returned other content for '${key}' than was stored.`)
      return size
    },
    async drop() {
      isDropped = true
      ;[chunks, length] = [[], 0]
      // If the abort fails, the sweep removes the upload later.
      if (id !== null) await send('DELETE', key, { query: { uploadId: id } }).catch(() => undefined)
    },
  }
}

const escapeXmlText = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

export function createS3Zips(place: S3Location, options: S3ZipOptions): ZipStore {
  const { setting, what: contentKind, alone, patience, part, piece = defaultPieceSize } = options
  const send = createS3Client(place, patience, { setting, what: contentKind })
  const path = `s3://${place.bucket}${place.prefix === '' ? '' : `/${place.prefix.slice(0, -1)}`}`
  const upload = (key: string, more: Readonly<Record<string, string>> = {}) =>
    createUpload({
      send,
      key,
      mark: uploadHeader,
      alone,
      headers: { 'content-type': 'application/zip', [uploadHeader]: randomBytes(12).toString('hex'), ...more },
      ...(part !== undefined && { part }),
    })
  const placeOf = (key: string): ZipLocation => ({
    path: `${path}/${key}`,
    open: () => openObject(send, key, piece),
    create: async () => upload(key),
  })
  const remove = async (key: string): Promise<void> => void (await send('DELETE', key))

  return {
    path,
    isBucket: true,
    async ready() {
      const probe = `.probe-${randomBytes(9).toString('hex')}`
      const bytes = randomBytes(16)
      await send('PUT', probe, { body: bytes })
      const storedProbe = await send('GET', probe)
      await remove(probe)
      if (bytes.equals(storedProbe.bytes)) return
      throw new SystemError(`The bucket '${place.bucket}' at '${place.endpoint}' does not return the stored files.`)
    },
    locate: placeOf,
    async receive(bytes) {
      const own = `${receivedPrefix}${randomBytes(12).toString('hex')}`
      const sink = upload(own, { [originHeader]: receivedOrigin })
      try {
        await sink.take(Readable.from(bytes))
        await sink.finish()
      } catch (error) {
        await sink.drop()
        throw error
      }
      const from = { 'x-amz-copy-source': `/${place.bucket}/${encodeObjectKey(place.prefix + own)}` }
      return {
        location: placeOf(own),
        drop: () => remove(own),
        keep: (names) =>
          alone(async () => {
            for (const name of names) {
              if ((await send('HEAD', name)).status !== 404) continue
              const { status } = await send('PUT', name, { headers: from })
              if (status === 404) throw new SystemError(`The uploaded package '${name}' is no longer in the bucket.`)
              return name
            }
            return null
          }),
      }
    },
    async list(prefix) {
      const names: string[] = []
      for await (const page of listObjects(send, `${place.prefix}${prefix}`, 'plain'))
        names.push(...page.map(({ name }) => `${prefix}${name}`))
      return names
    },
    remove,
    deleteUnfinished: (until) => deleteUnfinished(send, place.prefix, until),
    async deleteExpired(olderThan) {
      let deletedCount = 0
      for await (const page of listObjects(send, place.prefix, 'plain')) {
        for (const { name, changed } of page) {
          if (changed >= olderThan || name === '' || name.startsWith('.')) continue
          // A concurrent export may replace the file.
          const isDeleted = await alone(async () => {
            const { headers } = await send('HEAD', name)
            const isOld =
              headers.get(originHeader) === receivedOrigin && Date.parse(headers.get('last-modified') ?? '') < olderThan
            if (isOld) await remove(name)
            return isOld
          })
          if (isDeleted) deletedCount++
        }
      }
      return deletedCount
    },
  }
}

/** Opens one version of the file. If another upload replaces it, reads fail with NOT_READY. */
async function openObject(send: S3Send, key: string, piece: number): Promise<OpenZipFile> {
  const headReply = await send('HEAD', key)
  if (headReply.status === 404) throw new MissingZipError(null)
  const size = Number(headReply.headers.get('content-length'))
  const tag = headReply.headers.get('etag')
  const pieces = new Map<number, Promise<Uint8Array>>()

  async function fetched(at: number): Promise<Uint8Array> {
    const end = Math.min(at + piece, size)
    const headers = { range: `bytes=${at}-${end - 1}`, ...(tag !== null && { 'if-match': tag }) }
    const { status, bytes } = await send('GET', key, { headers, expected: [404, 412] })
    if (status < 300 && bytes.length === end - at) return bytes
    const message = createMessage('errors.fileReplaced', { key })
    throw status < 300
      ? new SystemError(`The bucket does not support reading a part of '${key}'.`)
      : new ServiceError('NOT_READY', message)
  }

  function pieceAt(at: number): Promise<Uint8Array> {
    const bytes = pieces.get(at) ?? fetched(at)
    // Moves the piece to the end, so the least recently used one is evicted first.
    pieces.delete(at)
    pieces.set(at, bytes)
    for (const first of pieces.keys()) if (pieces.size > maximumCachedPieces) pieces.delete(first)
    bytes.catch(() => pieces.delete(at))
    return bytes
  }

  return {
    size,
    async read(buffer, offset, length, position) {
      let read = 0
      while (read < length && position + read < size) {
        const start = Math.floor((position + read) / piece) * piece
        const bytes = (await pieceAt(start)).subarray(position + read - start)
        const chunk = bytes.subarray(0, length - read)
        buffer.set(chunk, offset + read)
        read += chunk.length
      }
      return read
    },
    close: async () => pieces.clear(),
  }
}

async function deleteUnfinished(send: S3Send, prefix: string, until: UnfinishedCutoffs): Promise<void> {
  for await (const page of listObjects(send, `${prefix}${receivedPrefix}`, 'plain')) {
    for (const { name, changed } of page) if (changed < until.arriving) await send('DELETE', `${receivedPrefix}${name}`)
  }
  const uploads = parseXmlResponse(await send('GET', '', { query: { uploads: '', prefix, delimiter: '/' } }))
  for (const upload of uploads.children.filter(({ name }) => name === 'Upload')) {
    const [key, uploadId, initiated] = ['Key', 'UploadId', 'Initiated'].map((name) => getChildText(upload, name) ?? '')
    if (!key!.startsWith(prefix) || !(Date.parse(initiated!) < until.writing)) continue
    await send('DELETE', key!.slice(prefix.length), { query: { uploadId: uploadId! } })
  }
}
