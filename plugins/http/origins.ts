// Origins of requests: rejects requests of other sites, and allows configured origins to call `embedded` routes (CORS).
import { createMessage, ServiceError } from '#core/contract.js'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { IncomingRequest } from './incoming-request.js'
import type { Route } from './mount.js'
import { createEmptyReply, type Reply } from './reply.js'

/** Origins in the form that browsers send: `https://cms.example`. */
type AllowedOrigins = ReadonlySet<string>

/** Seconds for which a browser may cache a preflight reply. */
const preflightCacheSeconds = 7_200
/** Allowed request headers. `Authorization` is not allowed: pages of other origins must not send tokens. */
const allowedRequestHeaders = 'Content-Type, Idempotency-Key, If-None-Match, X-Request-Id, X-Svc-Shopper'
const exposedResponseHeaders = 'ETag, Idempotent-Replayed, Location, Retry-After, X-Request-Id'

export function appendVary(reply: FastifyReply, header: string): void {
  const vary = reply.getHeader('vary')
  reply.header('vary', vary === undefined ? header : `${String(vary)}, ${header}`)
}

/** Adds the CORS headers for the requesting page, and `Vary` for caches. */
export function addCorsHeaders(raw: IncomingRequest, reply: FastifyReply, origins: AllowedOrigins): void {
  if (!raw.embedded || origins.size === 0) return
  const { origin } = raw.headers
  appendVary(reply, 'Origin')
  if (origin === undefined || !origins.has(origin)) return
  reply.header('access-control-allow-origin', origin)
  reply.header('access-control-expose-headers', exposedResponseHeaders)
}

/**
 * Creates the reply to a CORS preflight. Returns null if the request is no preflight, or if the address is closed to other origins. Throws
 * ORIGIN_NOT_ALLOWED for an origin that is not configured.
 */
export function createPreflightReply(
  { method, headers }: IncomingRequest,
  routes: readonly Route[],
  origins: AllowedOrigins,
): Reply | null {
  const { origin } = headers
  const requestedMethod = headers['access-control-request-method']
  if (method !== 'OPTIONS' || origin === undefined || requestedMethod === undefined || origins.size === 0) return null
  const open = routes.filter(({ embedded }) => embedded === true)
  if (open.length === 0) return null
  if (!origins.has(origin)) {
    const message = createMessage('errors.originNotEmbedded', { origin: origin.slice(0, 100) })
    throw new ServiceError('ORIGIN_NOT_ALLOWED', message)
  }
  const answered = new Set<string>(open.map((route) => route.method))
  if (answered.has('GET')) answered.add('HEAD')
  return createEmptyReply(204, {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': [...answered].sort().join(', '),
    'access-control-allow-headers': allowedRequestHeaders,
    'access-control-max-age': String(preflightCacheSeconds),
    vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
  })
}

const localHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Trusted addresses: pages from them may send unsafe requests. */
export interface TrustedOrigins {
  readonly baseUrl: () => string
  /** False if the base URL is only the listening address. Then the address that the browser used counts. */
  readonly isBaseUrlSet: boolean
  readonly embedOrigins: AllowedOrigins
}

function parseUrl(url: string): URL | null {
  return URL.canParse(url) ? new URL(url) : null
}

function shortenForMessage(text: string | undefined): string {
  return (text ?? '').slice(0, 100)
}

/**
 * Throws ORIGIN_NOT_ALLOWED for an unsafe request that a page of another site sends. A proxy of the host may turn the visitor's
 * cookie into an assertion, so a form on another site would otherwise act as the visitor. Servers send neither header and pass.
 * @param host as the client sent it, through trusted proxies
 */
export function assertTrustedOrigin(
  headers: IncomingHttpHeaders,
  host: string | undefined,
  { baseUrl, isBaseUrlSet, embedOrigins }: TrustedOrigins,
): void {
  const { origin } = headers
  if (origin === undefined) return assertNotCrossSite(headers)
  const own = parseUrl(baseUrl())
  if (origin === own?.origin || embedOrigins.has(origin)) return
  const sender = parseUrl(origin)
  if (sender && sender.host === host && (!isBaseUrlSet || localHosts.has(sender.hostname))) return
  throw new ServiceError(
    'ORIGIN_NOT_ALLOWED',
    createMessage('errors.originMayNotChange', { origin: shortenForMessage(origin), own: own?.origin ?? baseUrl() }),
  )
}

/**
 * Throws ORIGIN_NOT_ALLOWED unless Host, and Origin if sent, belong to the base URL or to this machine.
 * @param host as the client sent it, through trusted proxies
 */
export function assertOwnOrigin(headers: IncomingHttpHeaders, host: string | undefined, baseUrl: string): void {
  const own = parseUrl(baseUrl)
  const hostUrl = host === undefined ? null : parseUrl(`http://${host}`)
  if (hostUrl === null || !(localHosts.has(hostUrl.hostname) || hostUrl.hostname === own?.hostname)) {
    throw new ServiceError(
      'ORIGIN_NOT_ALLOWED',
      createMessage('errors.hostNotServed', { host: shortenForMessage(host), own: baseUrl }),
    )
  }
  const { origin } = headers
  if (origin === undefined) return assertNotCrossSite(headers)
  const sender = parseUrl(origin)
  if (sender === null || !(localHosts.has(sender.hostname) || sender.origin === own?.origin)) {
    throw new ServiceError(
      'ORIGIN_NOT_ALLOWED',
      createMessage('errors.originRefused', { origin: shortenForMessage(origin), own: own?.origin ?? baseUrl }),
    )
  }
}

/** Browsers send `Sec-Fetch-Site` even where they omit Origin. */
function assertNotCrossSite(headers: IncomingHttpHeaders): void {
  if (headers['sec-fetch-site'] !== 'cross-site') return
  throw new ServiceError('ORIGIN_NOT_ALLOWED', createMessage('errors.otherSiteRefused'))
}
