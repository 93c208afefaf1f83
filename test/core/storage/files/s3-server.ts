// An S3 server for tests: verifies each request signature and fails on demand.
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export const s3Account = { key: 'configurator', secret: 'a secret of forty characters, or so it is', region: 'eu-test-1' }

/**
 * The failure of the next requests: a status; no reply (`silence`); a broken connection (`reset`); a connection that breaks after the work
 * (`unheard`); or an error inside a successful reply (`late failure`), as stores send it while they assemble the parts of a file.
 */
export type SimulatedFailure = number | 'silence' | 'reset' | 'unheard' | 'late failure'

/** Headers stored with the object and returned with it. */
type ObjectHeaders = Readonly<Record<string, string>>

export interface S3Server {
  readonly endpoint: string
  /** Stored objects by `bucket/key`. */
  readonly objects: Map<string, { bytes: Buffer; changed: number; meta: ObjectHeaders }>
  /** Multipart uploads in progress by id. */
  readonly uploads: Map<
    string,
    { readonly key: string; began: number; readonly meta: ObjectHeaders; readonly parts: Map<number, Buffer> }
  >
  readonly mishaps: SimulatedFailure[]
  /** Method and path of each request, rejected ones included. */
  readonly seen: string[]
  stop(): Promise<void>
}

const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const encodeUriPart = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.codePointAt(0)!.toString(16).toUpperCase()}`)

/** The signature error by Signature Version 4; null for a valid signature. */
function findSignatureError(request: IncomingMessage, body: Buffer): string | null {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    )
  if (!match) return 'AuthorizationHeaderMalformed'
  const [, key = '', date = '', region = '', names = '', signature = ''] = match
  const { headers } = request
  const time = String(headers['x-amz-date'])
  if (key !== s3Account.key || region !== s3Account.region) return 'InvalidAccessKeyId'
  if (
    !time.startsWith(date) ||
    Math.abs(Date.parse(time.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z')) - Date.now()) > 900_000
  )
    return 'RequestTimeTooSkewed'
  if (headers['x-amz-content-sha256'] !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const signed = names.split(';')
  if (!signed.includes('host') || Object.keys(headers).some((name) => name.startsWith('x-amz-') && !signed.includes(name)))
    return 'AccessDenied'
  const url = new URL(request.url!, 'http://x')
  const path = decodeURIComponent(url.pathname).split('/').map(encodeUriPart).join('/')
  const query = [...url.searchParams]
    .map((pair) => pair.map(encodeUriPart).join('='))
    .sort()
    .join('&')
  const canonical = [
    request.method,
    path,
    query,
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', time, `${date}/${region}/s3/aws4_request`, sha256(canonical)].join('\n')
  const signing = [date, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (last, part) => hmac(last, part),
    `AWS4${s3Account.secret}`,
  )
  return hmac(signing, text).toString('hex') === signature ? null : 'SignatureDoesNotMatch'
}

const renderError = (code: string): string => `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`

const pickMetaHeaders = ({ headers }: IncomingMessage): ObjectHeaders =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (name.startsWith('x-amz-meta-') ? [[name, String(value)]] : [])),
  )
const computeEntityTag = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`
const escapeXml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')

/** @param page number of names per list reply */
export async function startS3(bucket: string, page = 3): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map()
  const uploads: S3Server['uploads'] = new Map()
  const mishaps: SimulatedFailure[] = []
  const requests: string[] = []

  function list(prefix: string, after: string, delimiter: string): string {
    const isVisible = (key: string): boolean =>
      delimiter === '' || !key.slice(bucket.length + 1 + prefix.length).includes(delimiter)
    const all = [...objects.keys()].filter((key) => key.startsWith(`${bucket}/${prefix}`) && isVisible(key)).sort()
    const remaining = all.filter((key) => key > after)
    const pageKeys = remaining.slice(0, page)
    const more = remaining.length > pageKeys.length
    const contents = pageKeys.map((key) => {
      const { bytes, changed } = objects.get(key)!
      const when = new Date(changed).toISOString()
      return `<Contents><Key>${escapeXml(key.slice(bucket.length + 1))}</Key><LastModified>${when}</LastModified><Size>${bytes.length}</Size></Contents>`
    })
    // Real stores may use any text as a token.
    const next = more ? `<NextContinuationToken>${escapeXml(pageKeys.at(-1)!)}&amp;&quot;</NextContinuationToken>` : ''
    return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
  }

  function listUploads(prefix: string): string {
    const all = [...uploads].filter(([, { key }]) => key.startsWith(`${bucket}/${prefix}`))
    const items = all.map(
      ([id, { key, began }]) =>
        `<Upload><Key>${escapeXml(key.slice(bucket.length + 1))}</Key><UploadId>${escapeXml(id)}</UploadId><Initiated>${new Date(began).toISOString()}</Initiated></Upload>`,
    )
    return `<?xml version="1.0"?><ListMultipartUploadsResult>${items.join('')}</ListMultipartUploadsResult>`
  }

  /** Handles requests of multipart uploads. Returns false for other requests. */
  function uploaded(
    request: IncomingMessage,
    name: string,
    query: URLSearchParams,
    body: Buffer,
    response: ServerResponse,
  ): boolean {
    if (request.method === 'POST' && query.has('uploads')) {
      // Real stores may use any text as an id.
      const id = `${uploads.size + 1}&"${createHash('md5').update(name).digest('hex')}`
      uploads.set(id, { key: name, began: Date.now(), meta: pickMetaHeaders(request), parts: new Map() })
      response.end(
        `<?xml version="1.0"?><InitiateMultipartUploadResult><UploadId>${escapeXml(id)}</UploadId></InitiateMultipartUploadResult>`,
      )
      return true
    }
    const id = query.get('uploadId')
    if (id === null) return false
    const upload = uploads.get(id)
    if (upload?.key !== name) return response.writeHead(404).end(renderError('NoSuchUpload')), true
    if (request.method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), body)
      response.setHeader('etag', computeEntityTag(body))
    } else if (request.method === 'DELETE') {
      uploads.delete(id)
      response.statusCode = 204
    } else {
      const requestedParts = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag>/g)]
      const parts = requestedParts.map(([, number]) => upload.parts.get(Number(number)) ?? Buffer.alloc(0))
      const isSame = requestedParts.every(
        ([, number, tag], at) => Number(number) === at + 1 && tag === computeEntityTag(parts[at]!),
      )
      if (!isSame || parts.length !== upload.parts.size) return response.writeHead(400).end(renderError('InvalidPart')), true
      objects.set(name, { bytes: Buffer.concat(parts), changed: Date.now(), meta: upload.meta })
      uploads.delete(id)
    }
    response.end()
    return true
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    requests.push(`${request.method} ${request.url}`)
    const mishap = mishaps.shift()
    if (mishap === 'reset') return void request.socket.destroy()
    if (mishap === 'unheard') response.end = (() => (request.socket.destroy(), response)) as typeof response.end
    else if (mishap === 'late failure') return void response.writeHead(200).end(renderError('InternalError'))
    else if (mishap === 'silence') return sleep(5_000, undefined, { ref: false })
    else if (mishap !== undefined)
      return void response.writeHead(mishap).end(renderError(mishap === 503 ? 'SlowDown' : 'InternalError'))
    const refused = findSignatureError(request, body)
    if (refused !== null) return void response.writeHead(403).end(renderError(refused))
    const url = new URL(request.url!, 'http://x')
    const name = decodeURIComponent(url.pathname.slice(1))
    if (name === bucket && request.method === 'GET') {
      const { searchParams: query } = url
      const prefix = query.get('prefix') ?? ''
      if (query.has('uploads')) return void response.end(listUploads(prefix))
      const token = query.get('continuation-token')
      return void response.end(list(prefix, token === null ? '' : token.replace(/&"$/, ''), query.get('delimiter') ?? ''))
    }
    if (!name.startsWith(`${bucket}/`)) return void response.writeHead(404).end(renderError('NoSuchBucket'))
    if (uploaded(request, name, url.searchParams, body, response)) return
    const source = request.headers['x-amz-copy-source']
    if (request.method === 'PUT') {
      const from =
        source === undefined
          ? { bytes: body, meta: pickMetaHeaders(request) }
          : objects.get(decodeURIComponent(String(source)).slice(1))
      if (!from) return void response.writeHead(404).end(renderError('NoSuchKey'))
      objects.set(name, { bytes: from.bytes, changed: Date.now(), meta: from.meta })
      return void response.writeHead(200).end()
    }
    if (request.method === 'DELETE') {
      objects.delete(name)
      return void response.writeHead(204).end()
    }
    const object = objects.get(name)
    if (!object) return void response.writeHead(404).end(request.method === 'HEAD' ? undefined : renderError('NoSuchKey'))
    const tag = computeEntityTag(object.bytes)
    const { 'if-match': match, range } = request.headers
    if (match !== undefined && match !== tag) return void response.writeHead(412).end(renderError('PreconditionFailed'))
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
    const bytes = from === undefined ? object.bytes : object.bytes.subarray(Number(from), Number(to) + 1)
    const headers = { ...object.meta, etag: tag, 'last-modified': new Date(object.changed).toUTCString() }
    response.writeHead(from === undefined ? 200 : 206, { ...headers, 'content-length': bytes.length })
    response.end(request.method === 'HEAD' ? undefined : bytes)
  }

  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ objects, uploads, mishaps, seen: requests },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
