// Lets pages of other origins use what is made for them (`embedded` routes): those that the installation names, never with credentials.
import { ServiceError } from '#core/foundation/errors.js'
import type { Incoming } from './incoming.js'
import type { Route } from './mount.js'
import { empty, type Reply } from './reply.js'

/** Origins as browsers send them: `https://cms.example`. */
export type Origins = ReadonlySet<string>

/** Seconds for which a browser need not ask again. */
const asked = 7_200
/** What a page may send beside the usual. A token is no matter of pages: `Authorization` is not among them. */
const sendable = 'Content-Type, Idempotency-Key, If-None-Match, X-Request-Id, X-Svc-Shopper'
const readable = 'ETag, Idempotent-Replayed, Location, Retry-After, X-Request-Id'

const varied = (vary: string | undefined, more: string): string => (vary === undefined ? more : `${vary}, ${more}`)

/** The reply as this caller's page may read it; caches are told that another page's may differ. */
export function shared(raw: Incoming, reply: Reply, origins: Origins): Reply {
  if (!raw.embedded || origins.size === 0) return reply
  const { origin } = raw.headers
  const isNamed = origin !== undefined && origins.has(origin)
  const headers = {
    ...reply.headers,
    vary: varied(reply.headers?.['vary'], 'Origin'),
    ...(isNamed && { 'access-control-allow-origin': origin, 'access-control-expose-headers': readable }),
  }
  return { ...reply, headers }
}

/**
 * The answer to a browser that asks whether a page may call the address; null where it is asked of what is closed to pages of
 * other origins, or no page asks. ORIGIN_NOT_ALLOWED for a page that the installation does not name.
 */
export function preflight({ method, headers }: Incoming, routes: readonly Route[], origins: Origins): Reply | null {
  const { origin } = headers
  const wanted = headers['access-control-request-method']
  if (method !== 'OPTIONS' || origin === undefined || wanted === undefined || origins.size === 0) return null
  const open = routes.filter(({ embedded }) => embedded === true)
  if (open.length === 0) return null
  if (!origins.has(origin)) {
    const message = `Pages of the origin '${origin.slice(0, 100)}' may not call this service. Its operator names those that may in 'embedOrigins'.`
    throw new ServiceError('ORIGIN_NOT_ALLOWED', message)
  }
  const answered = new Set<string>(open.map((route) => route.method))
  if (answered.has('GET')) answered.add('HEAD')
  return empty(204, {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': [...answered].sort().join(', '),
    'access-control-allow-headers': sendable,
    'access-control-max-age': String(asked),
    vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
  })
}
