// The request objects: Node's request with fields of the server, and the request that handlers receive.
import { IncomingMessage, type IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '#core/contract.js'
import type { VersionedSnapshot } from '#core/surface.js'
import { defaultBodyLimit } from './body/body-reader.js'
import { type BodyFields, type Route, type ServiceRequest, parseQuery, type Query } from './mount.js'

/** Node's request with fields that are set before routing. The server passes it to Node as its request class. */
export class IncomingRequest extends IncomingMessage {
  requestId = ''
  /** Trace id from the `traceparent` header. */
  traceId: string | null = null
  /** Pattern of the matched route; '' before routing and if no route matches. */
  route = ''
  /** The client's address behind trusted proxies, set only if a watcher is active; '' until the request is routed. */
  address = ''
  /** True for a POST whose method the header X-HTTP-Method-Override replaces. */
  isOverridden = false
  /** The first segment of the URL if it looks like a language. The router does not see it. */
  languageSegment: string | null = null
  /** The URL with that segment. */
  fullUrl = ''
  prefix = ''
  language: string | null = null
  versionedSnapshot: VersionedSnapshot | null = null
  /** Called once before the body is read. Sends `100 Continue` if the client waits for it. */
  beforeBody: (() => void) | null = null
  /** True on routes that pages of other origins may call. */
  embedded = false
  /** The route's body limit in bytes. A rejected body up to this length is drained; a longer one closes the connection. */
  bodyLimit = defaultBodyLimit

  /** The method of the route: GET for HEAD. */
  get routeMethod(): string {
    return this.method === 'HEAD' ? 'GET' : (this.method ?? 'GET')
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The request as handlers see it; null until a route matches. */
    serviceRequest: RoutedRequest | null
  }
}

export const toIncomingRequest = (request: FastifyRequest): IncomingRequest => request.raw as IncomingRequest

const emptyFields: BodyFields = Object.freeze(Object.create(null) as Record<string, unknown>)
const emptyBytes = new Uint8Array(0)

async function* createEmptyBody(): AsyncGenerator<Uint8Array, void, undefined> {}

/** A request whose route is known. */
export class RoutedRequest implements ServiceRequest {
  caller: Caller | null = null
  fields: BodyFields = emptyFields
  bytes: Uint8Array = emptyBytes
  body: AsyncIterable<Uint8Array> = createEmptyBody()
  /** Ends the request's share of counters and of memory. */
  release: () => void = () => undefined
  readonly id: string
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly language: string | null
  readonly prefix: string
  private parsed: Query | undefined

  constructor(
    private readonly framework: FastifyRequest,
    readonly raw: IncomingRequest,
    readonly route: Route,
  ) {
    this.id = raw.requestId
    this.method = raw.routeMethod
    this.headers = raw.headers
    this.language = raw.language
    this.prefix = raw.prefix
  }

  get params(): Readonly<Record<string, string>> {
    return this.framework.params as Readonly<Record<string, string>>
  }

  get versionedSnapshot(): VersionedSnapshot | null {
    return this.raw.versionedSnapshot
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
const pageTypePattern = /^\s*text\/html\b/i

/** Browsers list HTML first where they show a page. Addresses of the API have no pages. */
function acceptsPage({ url, headers }: IncomingRequest): boolean {
  return pageTypePattern.test(headers.accept ?? '') && !removeQuery(url ?? '/').startsWith('/svc-api/')
}

/** True for a form that a browser page sends. */
export function isPageForm(raw: IncomingRequest): boolean {
  return raw.method === 'POST' && formTypePattern.test(raw.headers['content-type'] ?? '') && acceptsPage(raw)
}

/** True if a browser opens a page. */
export function isPageRequest(raw: IncomingRequest): boolean {
  return raw.routeMethod === 'GET' && acceptsPage(raw)
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
