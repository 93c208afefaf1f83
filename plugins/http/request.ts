// Implements the handler's request interface on top of the framework's request.
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '#core/foundation/access/caller.js'
import type { Moment } from '#core/storage/context.js'
import type { Incoming } from './incoming.js'
import type { Fields, ServiceRequest } from './mount.js'
import { parseQuery, type Query } from './query.js'

const noFields: Fields = Object.freeze(Object.create(null) as Record<string, unknown>)
const noBytes = new Uint8Array(0)

async function* noBody(): AsyncGenerator<Uint8Array, void, undefined> {}

export class HandledRequest implements ServiceRequest {
  caller: Caller | null = null
  fields: Fields = noFields
  bytes: Uint8Array = noBytes
  body: AsyncIterable<Uint8Array> = noBody()
  readonly id: string
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly language: string | null
  readonly prefix: string
  private parsed: Query | undefined

  constructor(
    private readonly framework: FastifyRequest,
    readonly raw: Incoming,
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

  get moment(): Moment | null {
    return this.raw.moment
  }

  get path(): string {
    return pathOf(this.raw.url ?? '/')
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

const formTypes = /^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i

/** True for a form that a browser page sends. Programs do not list HTML first, and the API has no pages. */
export function isPageForm({ method, url, headers }: Incoming): boolean {
  if (method !== 'POST' || !formTypes.test(headers['content-type'] ?? '')) return false
  return /^\s*text\/html\b/i.test(headers.accept ?? '') && !pathOf(url ?? '/').startsWith('/svc-api/')
}

/** The URL without its query. */
export function pathOf(url: string): string {
  const mark = url.indexOf('?')
  return mark === -1 ? url : url.slice(0, mark)
}

/** The path for logs. Masks segments that are long enough to be tokens, because such a segment grants access. */
export function shownPath(url: string): string {
  return pathOf(url)
    .split('/')
    .map((segment) => (segment.length < 32 ? segment : `${segment.slice(0, 4)}…`))
    .join('/')
    .slice(0, 500)
}
