// Writes a long file into a bucket part by part, as its bytes come: memory holds one part, and nobody sees the file before it is whole.
import type { Readable } from 'node:stream'
import { SystemError } from '../../foundation/errors.js'
import { between, type S3Send } from './s3-client.js'
import { childText, parseReply } from './s3-list.js'
import type { ZipSink } from './zip-store.js'

/** Bytes of the first parts; what is shorter is put at once. */
export const usualPart = 8 * 1_048_576
/** A store takes 10,000 parts of a file: after so many they are twice as long, which is enough for 400 GB. */
const grown = 2_000
/** Milliseconds that a store may take to put the parts together. */
const joining = 300_000

export interface Upload {
  readonly send: S3Send
  readonly key: string
  /** What the store keeps beside the bytes, by which this writing of the file is told from others. */
  readonly headers: Readonly<Record<string, string>>
  /** The header of those that is this writing's alone. */
  readonly mark: string
  readonly part?: number
  /** Does what gives the file its name while no other process gives one. */
  alone<T>(act: () => Promise<T>): Promise<T>
}

const said = (text: string): string => between(text, '<Code>', '</Code>') ?? 'nothing that is known'

/** A file that appears under its key when it is finished. */
export function createUpload({ send, key, headers, mark, part = usualPart, alone }: Upload): ZipSink {
  const tags: string[] = []
  let id: string | null = null
  let [held, length, size]: [Uint8Array[], number, number] = [[], 0, 0]
  let isDropped = false

  const limit = (): number => part * 2 ** Math.floor(tags.length / grown)

  async function begin(): Promise<string> {
    const reply = await send('POST', key, { query: { uploads: '' }, headers, expected: [] })
    const uploadId = childText(parseReply(reply), 'UploadId')
    if (uploadId === null) throw new SystemError(`The store of files begins no upload of '${key}'.`)
    return uploadId
  }

  async function flush(): Promise<void> {
    id ??= await begin()
    const query = { partNumber: String(tags.length + 1), uploadId: id }
    const reply = await send('PUT', key, { query, body: Buffer.concat(held, length) })
    tags.push(reply.headers.get('etag') ?? '')
    ;[held, length] = [[], 0]
  }

  /** A store may say in an answer of success that it failed, and its answer may have been lost: the file itself says whether it is there. */
  async function join(uploadId: string): Promise<void> {
    const parts = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`)
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
    const reply = await send('POST', key, { query: { uploadId }, body, wait: joining })
    const text = new TextDecoder().decode(reply.bytes)
    if (reply.status < 300 && !text.includes('<Error>')) return
    const found = await send('HEAD', key)
    if (found.status < 300 && found.headers.get(mark) === headers[mark]) return
    throw new SystemError(`The store of files does not put the parts of '${key}' together: it says ${said(text)}.`)
  }

  return {
    async take(bytes: Readable) {
      for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
        if (isDropped) return
        held.push(chunk)
        length += chunk.length
        size += chunk.length
        if (length >= limit()) await flush()
      }
    },
    async finish() {
      if (id !== null && length > 0) await flush()
      const whole = Buffer.concat(held, length)
      await alone(async () => {
        if (id === null) await send('PUT', key, { headers, body: whole })
        else await join(id)
      })
      const found = await send('HEAD', key)
      if (Number(found.headers.get('content-length')) !== size && found.headers.get(mark) === headers[mark])
        throw new SystemError(`The store of files keeps other bytes of '${key}' than those that it was sent.`)
      return size
    },
    async drop() {
      isDropped = true
      ;[held, length] = [[], 0]
      // What cannot be given up now is forgotten by the sweep.
      if (id !== null) await send('DELETE', key, { query: { uploadId: id } }).catch(() => undefined)
    },
  }
}

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
