// The contract between the HTTP server and its mounts: a mount lists routes, and a route declares its access, body and handler.
import type { InternalFailure } from './problem-reply.js'
import type { IncomingHttpHeaders } from 'node:http'
import { type App, type Caller, type Generator, type ServiceError, createMessage, ValidationError } from '#core/contract.js'
import type { VersionedSnapshot } from '#core/surface.js'
import type { Reply } from './reply.js'

/** A parsed query string: single values by name, and filters as `filter[name]`. Deeper nesting is not supported. */
export interface Query {
  /** Parameters by name. Each occurs at most once. */
  readonly values: ReadonlyMap<string, string>
  /** Values of `filter[name]=value` by name. */
  readonly filters: ReadonlyMap<string, string>
}

const emptyQuery: Query = { values: new Map(), filters: new Map() }
const filterNamePattern = /^filter\[([^[\]]+)\]$/

/** Parses the text after the question mark. Throws ValidationError for repeated or malformed parameters. */
export function parseQuery(text: string): Query {
  if (text === '') return emptyQuery
  const values = new Map<string, string>()
  const filters = new Map<string, string>()
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const split = pair.indexOf('=')
    const name = decodeFormText(split === -1 ? pair : pair.slice(0, split), pair)
    const value = split === -1 ? '' : decodeFormText(pair.slice(split + 1), name)
    const filter = filterNamePattern.exec(name)?.[1]
    if (filter === undefined && name.startsWith('filter')) {
      throw ValidationError.of(name, createMessage('errors.parameterNotUnderstood', { name }))
    }
    const into = filter === undefined ? values : filters
    if (into.has(filter ?? name)) throw ValidationError.of(name, createMessage('errors.parameterSentTwice', { name }))
    into.set(filter ?? name, value)
  }
  return { values, filters }
}

/** Decodes one name or value of a query or an urlencoded body. `field` names it in the error. */
export function decodeFormText(text: string, field: string): string {
  let decoded: string
  try {
    decoded = decodeURIComponent(text.includes('+') ? text.replaceAll('+', ' ') : text)
  } catch {
    throw ValidationError.of(field, createMessage('errors.encodingInvalid', { name: field }))
  }
  if (decoded.includes('\0'))
    throw ValidationError.of(field.replaceAll('\0', ''), createMessage('errors.nulInText', { name: field.replaceAll('\0', '') }))
  return decoded
}

/** A set of routes. `routes` is called once at server start and imports heavy modules then. */
export interface Mount {
  readonly name: string
  /** Page shown at the start of the service: `{label: 'Storefront', path: '/'}`. */
  readonly page?: { readonly label: string; readonly path: string }
  /** A line shown at the start, such as `{label: 'First account', text: 'https://…'}`; null if there is none. */
  welcome?(app: App, baseUrl: string): Promise<{ readonly label: string; readonly text: string } | null>
  /** Files that svc:types:generate writes, such as an API client. */
  readonly generators?: readonly Generator[]
  routes(app: App, server: ServerInfo): readonly Route[] | Promise<readonly Route[]>
  /** Called once when the server listens: begins work that makes the first requests faster. */
  prepare?(app: App): void
}

/** Facts about the server for building routes. */
export interface ServerInfo {
  /** The public base URL, without a trailing slash: `https://shop.example/configurator`. */
  readonly baseUrl: () => string
  /**
   * The public path of a service address, including the path of the base URL. With `request` it includes the language prefix of that
   * request. Use it for all generated links.
   */
  readonly pathTo: (address: string, request?: Pick<ServiceRequest, 'prefix'>) => string
  /** The public path of another mount's page, `/` for the storefront; null if no such mount exists. */
  readonly findPage: (mount: string) => string | null
  /** Base URL of the problem types, with a trailing slash. */
  readonly errorTypeBase: () => string
  /** The latest internal errors of this process, newest first. */
  readonly failures: () => readonly InternalFailure[]
}

/**
 * Token requirement: `public` reads no token; `optional` verifies a token if one is sent; `bearer` requires one. The handler checks
 * permissions with `caller.grant`.
 */
export type RouteAccess = 'public' | 'optional' | 'bearer'

/**
 * How the server treats the body before the handler runs. `fields`: a JSON object (also without a content type), urlencoded or multipart
 * fields become `request.fields`. `fields-or-none`: the same, and the body is optional. `bytes`: unparsed. `stream`: unread; the handler
 * reads `request.body` after its own checks.
 */
export type BodyRule = 'none' | 'fields' | 'fields-or-none' | 'bytes' | 'stream'

export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Begins with '/' and a fixed segment, without language prefix. `:name` matches one segment, a final `*` the rest. GET also answers HEAD. */
  readonly path: string
  readonly access: RouteAccess
  /** Default `none`. */
  readonly body?: BodyRule
  /** Bytes, which may depend on the parameters of the path. Default 1 MiB. */
  readonly bodyLimit?: number | ((params: Readonly<Record<string, string>>) => number)
  /** False rejects multipart bodies unread. */
  readonly multipart?: boolean
  /** Checks rate limits, after authentication and before the body is read. Throws on rejection. */
  readonly checkLimits?: (request: ServiceRequest) => Promise<void>
  /**
   * Reject any Origin or Host except the service's own with 403 ORIGIN_NOT_ALLOWED, `embedOrigins` included. Without it, unsafe methods
   * accept the base URL and `embedOrigins`. A missing Origin passes unless the browser marks the request as cross-site.
   */
  readonly ownOrigin?: boolean
  /** True allows calls from pages of the configured origins (`embedOrigins`). */
  readonly embedded?: boolean
  /** False for addresses without a language, such as health: no redirect to a prefixed URL. */
  readonly prefixed?: boolean
  /** True for the route that renders the 404 page for browsers. Programs get problem details. */
  readonly isNotFoundPage?: boolean
  /**
   * Authenticates the caller by other means than a bearer token, before the body is read; throws on rejection. It replaces `access`, which
   * must be `public`.
   */
  readonly authenticate?: (request: ServiceRequest) => Promise<Caller | null>
  /**
   * Renders the page for a form or an address that a browser opens and this route rejects. Default: a plain English page for forms, and
   * problem details for addresses. Programs get problem details.
   */
  readonly renderRejection?: (request: ServiceRequest, error: ServiceError) => Promise<Reply>
  /** The language of errors. Null, and default: the language that the request names or accepts. */
  readonly findErrorLanguage?: (request: ServiceRequest) => string | null
  /** Throws ServiceErrors, which the server turns into problem details. */
  handle(request: ServiceRequest): Reply | Promise<Reply>
}

export type BodyFields = Readonly<Record<string, unknown>>

export interface ServiceRequest {
  /** Identifies the request in the log and in the X-Request-Id header. */
  readonly id: string
  /** The method after the override; GET for HEAD. */
  readonly method: string
  /** The path as sent, without language prefix, base path and query. */
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  /** Parsed at first use; throws for a malformed query. */
  readonly query: Query
  readonly headers: IncomingHttpHeaders
  /** The language of the URL prefix, or null. */
  readonly language: string | null
  /** '' or '/de'. */
  readonly prefix: string
  /** Null on public routes, and on optional ones without a token. */
  readonly caller: Caller | null
  /** Snapshot of the shop settings; null if the request needed neither token nor language. */
  readonly versionedSnapshot: VersionedSnapshot | null
  /** The body's fields in an object without prototype; empty if the route takes none. */
  readonly fields: BodyFields
  /** The unparsed body, on routes with body rule `bytes`. */
  readonly bytes: Uint8Array
  /** The body stream, on routes with body rule `stream`. Read it once. Throws PAYLOAD_TOO_LARGE beyond the route's limit. */
  readonly body: AsyncIterable<Uint8Array>
  /** The caller's network address, behind the proxies in `trustProxy`. */
  readonly address: string
}
