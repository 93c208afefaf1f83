// CORS for `embedded` routes: pages of the configured origins may call them, without credentials.
import { createMessage, ServiceError } from '#core/contract.js'
import type { FastifyReply } from 'fastify'
import type { IncomingRequest } from './incoming-request.js'
import type { Route } from './mount.js'
import { createEmptyReply, type Reply } from './reply.js'

/** Origins in the form that browsers send: `https://cms.example`. */
export type AllowedOrigins = ReadonlySet<string>

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
