// Implements the handler's request interface on top of the framework's request.
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '#core/foundation/access/caller.js'
import type { VersionedSnapshot } from '#core/storage/context.js'
import type { IncomingRequest } from './incoming-request.js'
import type { BodyFields, ServiceRequest } from './mount.js'
import { parseQuery, type Query } from './query-string.js'

const emptyFields: BodyFields = Object.freeze(Object.create(null) as Record<string, unknown>)
const emptyBytes = new Uint8Array(0)

async function* createEmptyBody(): AsyncGenerator<Uint8Array, void, undefined> {}

export class FrameworkRequest implements ServiceRequest {
  caller: Caller | null = null
  fields: BodyFields = emptyFields
  bytes: Uint8Array = emptyBytes
  body: AsyncIterable<Uint8Array> = createEmptyBody()
  readonly id: string
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly language: string | null
  readonly prefix: string
  private parsed: Query | undefined

  constructor(
    private readonly framework: FastifyRequest,
    readonly raw: IncomingRequest,
  ) {
    this.id = raw.requestId
    this.method = raw.method ?? 'GET'
    this.headers = raw.headers
    this.language = raw.language
    this.prefix = raw.prefix
  }

  get params(): Readonly<Record<string, string>> {
    return this.framework.params as Readonly<Record<string, string>>
  }

  get moment(): VersionedSnapshot | null {
    return this.raw.moment
  }

  get path(): string {
    return removeQuery(this.raw.url ?? '/')
  }

  get query(): Query {
    const url = this.raw.url ?? ''
    const mark = url.indexOf('?')
    return (this.parsed ??= parseQuery(mark === -1 ? '' : url.slice(mark + 1)))
  }

  get address(): string {
    return this.framework.ip
  }

  get host(): string | undefined {
    return this.framework.host
  }
}

const formTypePattern = /^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i

/** True for a form that a browser page sends. Programs do not list HTML first, and the API has no pages. */
export function isPageForm({ method, url, headers }: IncomingRequest): boolean {
  if (method !== 'POST' || !formTypePattern.test(headers['content-type'] ?? '')) return false
  return /^\s*text\/html\b/i.test(headers.accept ?? '') && !removeQuery(url ?? '/').startsWith('/svc-api/')
}

/** The URL without its query. */
export function removeQuery(url: string): string {
  const mark = url.indexOf('?')
  return mark === -1 ? url : url.slice(0, mark)
}

/** The path for logs. Masks segments that are long enough to be tokens, because such a segment grants access. */
export function maskPath(url: string): string {
  return removeQuery(url)
    .split('/')
    .map((segment) => (segment.length < 32 ? segment : `${segment.slice(0, 4)}…`))
    .join('/')
    .slice(0, 500)
}
