// A client for S3-compatible stores: signs requests, retries them while the store is busy, applies a timeout, and lists objects.
import { createMessage, type MessageText } from '../../foundation/message.js'
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { runUntilAborted } from '../../foundation/long-work.js'
import { ServiceError, SystemError } from '../../foundation/errors.js'
import { parseXmlTree, type XmlElement, XmlError } from '../../foundation/xml.js'

export interface S3Location {
  /** `https://s3.example:9000`, without the bucket. */
  readonly endpoint: string
  readonly bucket: string
  /** The prefix of every object key: '' or `a/b/`. */
  readonly prefix: string
  readonly region: string
  readonly key: string
  readonly secret: string
}

export interface S3RetryOptions {
  /** The maximum number of attempts per request. */
  readonly attempts: number
  /** The timeout of a request in milliseconds. */
  readonly wait: number
  /** The pause before the first retry in milliseconds. Doubles each time. */
  readonly pause: number
}

const defaultRetryOptions: S3RetryOptions = { attempts: 4, wait: 20_000, pause: 200 }

export interface S3Response {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
}

export interface S3Request {
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  /** Non-success statuses to return as replies. Default: 404, except for writes. */
  readonly expected?: readonly number[]
  /** The timeout of this request in milliseconds. */
  readonly wait?: number
}

export type S3Send = (
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE',
  name: string,
  request?: S3Request,
) => Promise<S3Response>

/** The status and the error code of a reply: `SlowDown`, `AccessDenied` … */
const formatStatus = ({ status, bytes }: S3Response): string => {
  const code = findTextBetween(new TextDecoder().decode(bytes.subarray(0, 4_096)), '<Code>', '</Code>')
  return code === null ? String(status) : `${status} ${code.slice(0, 100)}`
}

/** The text between the two strings, or null. */
export function findTextBetween(text: string, before: string, after: string): string | null {
  const from = text.indexOf(before)
  const to = from < 0 ? -1 : text.indexOf(after, from + before.length)
  return to < 0 ? null : text.slice(from + before.length, to)
}

/** The key as part of a URL. */
export const encodeObjectKey = (key: string): string => key.split('/').map(encodeURIComponent).join('/')

/**
 * Creates a function that sends requests to the bucket. Returns 404 replies of reads and copies. All other failures throw
 * NOT_READY with advice.
 * @param setting the environment variable that names the bucket
 * @param what names the content of the bucket in error messages
 */
export function createS3Client(
  place: S3Location,
  patience: S3RetryOptions = defaultRetryOptions,
  { setting = 'SVC_FILES', what: contentKind = 'files' }: { readonly setting?: string; readonly what?: string } = {},
): S3Send {
  const { endpoint, bucket, prefix, region, key, secret } = place
  const refuse = (reason: MessageText, cause?: unknown): ServiceError => {
    const host = new URL(endpoint).host
    const message = createMessage('errors.bucketUnusable', { bucket, host, content: contentKind, reason, setting })
    return new ServiceError('NOT_READY', message, { cause })
  }
  // Loads the library with the first request, because most installations store files in a folder.
  const signing = async () => {
    const { AwsClient } = await import('aws4fetch')
    return new AwsClient({ accessKeyId: key, secretAccessKey: secret, service: 's3', region, retries: 0 })
  }
  let signer: ReturnType<typeof signing> | undefined

  async function sendOnce(
    method: string,
    url: URL,
    { headers = {}, body, wait = patience.wait }: S3Request,
  ): Promise<S3Response> {
    const digest = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const client = await (signer ??= signing())
    const init = { method, headers: { ...headers, 'x-amz-content-sha256': digest }, ...(body && { body: new Uint8Array(body) }) }
    const signed = await client.sign(url, init)
    const end = AbortSignal.timeout(wait)
    return runUntilAborted(end, async () => {
      const reply = await fetch(signed, { signal: end, redirect: 'error' })
      return { status: reply.status, headers: reply.headers, bytes: new Uint8Array(await reply.arrayBuffer()) }
    })
  }

  return async (method, name, request = {}) => {
    const url = new URL(`${endpoint.replace(/\/$/, '')}/${bucket}${name === '' ? '' : `/${encodeObjectKey(prefix + name)}`}`)
    for (const [field, value] of Object.entries(request.query ?? {})) url.searchParams.set(field, value)
    // A PUT to a missing bucket is an error. For a copy, 404 means a missing source.
    const isAsking = method !== 'PUT' || 'x-amz-copy-source' in (request.headers ?? {})
    const expected = request.expected ?? (isAsking ? [404] : [])
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt === patience.attempts
      try {
        const reply = await sendOnce(method, url, request)
        if (reply.status < 300 || expected.includes(reply.status)) return reply
        const mayPass = reply.status >= 500 || reply.status === 429
        if (!mayPass || isLast) throw refuse(createMessage('errors.bucketAnswers', { status: formatStatus(reply) }))
      } catch (error) {
        if (error instanceof ServiceError) throw error
        if (isLast) throw refuse(formatReason(error), error)
      }
      // Random jitter, so a busy store does not get all retries at once.
      await sleep(patience.pause * 2 ** (attempt - 1) * (0.5 + Math.random()))
    }
  }
}

function formatReason(error: unknown): MessageText {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return createMessage('errors.bucketSilent')
  return error.cause instanceof Error ? error.cause.message || error.message : error.message
}

export interface ListedObject {
  /** Without the prefix. */
  readonly name: string
  /** Milliseconds since 1970, by the clock of the store. */
  readonly changed: number
}

/** The maximum number of XML elements in a reply. A page has at most 1,000 names with a few fields each. */
const maxElements = 50_000

/** The root element of a reply. Throws SystemError if the reply is not XML. */
export function parseXmlResponse({ bytes }: S3Response): XmlElement {
  try {
    return parseXmlTree(new TextDecoder().decode(bytes), maxElements)
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    throw new SystemError(`The reply of the bucket could not be read. ${error.message}`)
  }
}

/** The text of a child element. null if there is none. */
export const getChildText = (element: XmlElement, name: string): string | null =>
  element.children.find((child) => child.name === name)?.text ?? null

/**
 * All names that begin with the prefix, without it.
 * @param only 'plain' omits names with a `/` after the prefix
 */
export async function* listObjects(send: S3Send, prefix: string, only?: 'plain'): AsyncGenerator<readonly ListedObject[]> {
  let token: string | null = null
  do {
    const query = {
      'list-type': '2',
      prefix,
      ...(only && { delimiter: '/' }),
      ...(token !== null && { 'continuation-token': token }),
    }
    const page = parseXmlResponse(await send('GET', '', { query }))
    yield page.children
      .filter(({ name }) => name === 'Contents')
      .map((item) => ({
        name: (getChildText(item, 'Key') ?? '').slice(prefix.length),
        changed: Date.parse(getChildText(item, 'LastModified') ?? ''),
      }))
    token = getChildText(page, 'IsTruncated') === 'true' ? getChildText(page, 'NextContinuationToken') : null
  } while (token !== null)
}
