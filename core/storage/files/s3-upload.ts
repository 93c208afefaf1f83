// Streams a large file into an S3 bucket as a multipart upload. Buffers one part and publishes the file only when complete.
import type { Readable } from 'node:stream'
import { SystemError } from '../../foundation/errors.js'
import { findTextBetween, type S3Send } from './s3-client.js'
import { getChildText, parseXmlResponse } from './s3-list.js'
import type { ZipSink } from './zip-store.js'

/** The size of the first parts in bytes. Shorter files use a single PUT. */
export const defaultPartSize = 8 * 1_048_576
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
export function createUpload({ send, key, headers, mark, part = defaultPartSize, alone }: UploadOptions): ZipSink {
  const tags: string[] = []
  let id: string | null = null
  let [chunks, length, size]: [Uint8Array[], number, number] = [[], 0, 0]
  let isDropped = false

  const limit = (): number => part * 2 ** Math.floor(tags.length / partsPerSize)

  async function begin(): Promise<string> {
    const reply = await send('POST', key, { query: { uploads: '' }, headers, expected: [] })
    const uploadId = getChildText(parseXmlResponse(reply), 'UploadId')
    if (uploadId === null) throw new SystemError(`The store of files begins no upload of '${key}'.`)
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
    throw new SystemError(`The store of files does not put the parts of '${key}' together: it says ${parseErrorCode(text)}.`)
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
        throw new SystemError(`The store of files keeps other bytes of '${key}' than those that it was sent.`)
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
