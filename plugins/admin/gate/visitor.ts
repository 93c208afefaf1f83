// Who a request to the admin comes from, and whether it was meant: the host's gate, the request's origin, and a token against forgery.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { App } from '#core/app.js'
import { ServiceError } from '#core/foundation/errors.js'
import type { AdminVisitor } from '#core/storage/admin/define.js'
import { HttpRefusal } from '../../http/problem.js'
import type { ServerFacts, ServiceRequest } from '../../http/mount.js'
import { csrfField, csrfHeader } from '../transport/shape.js'

/** The person behind the request. AUTHENTICATION_REQUIRED for nobody, AUTHENTICATION_FAILED for a host's word that does not hold. */
export async function admit(app: App, request: ServiceRequest): Promise<AdminVisitor> {
  const visitor = await visitorOf(app, request)
  if (visitor) return visitor
  throw new HttpRefusal('AUTHENTICATION_REQUIRED', 'Nobody is signed in. Sign in first.', {
    'www-authenticate': 'Bearer realm="svc-admin"',
  })
}

/** The person behind the request; null for nobody. */
export function visitorOf(app: App, { headers }: ServiceRequest): Promise<AdminVisitor | null> {
  return app.host.adapters.adminGate.admit(app, headers)
}

const localHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Throws ORIGIN_NOT_ALLOWED unless the request says that it comes from a page of this service: from the base URL's origin, or
 * on this machine from the very host and port that it goes to. Browsers say so of everything that changes anything.
 */
export function requireOwnOrigin({ baseUrl }: ServerFacts, { headers }: ServiceRequest): void {
  const own = new URL(baseUrl())
  const sent = headers.origin ?? ''
  if (sent === own.origin) return
  const sender = URL.canParse(sent) ? new URL(sent) : null
  if (sender && localHosts.has(sender.hostname) && sender.host === headers.host) return
  const shown = sent === '' ? 'without an origin' : `from the origin '${sent.slice(0, 100)}'`
  throw new ServiceError('ORIGIN_NOT_ALLOWED', `Requests ${shown} change nothing here. Send the header "Origin: ${own.origin}".`)
}

/** What proves that a request was meant: only pages that this person has opened know it. */
export function csrfOf(app: App, { session, name, id }: AdminVisitor): string {
  const whose = session ? `session ${session.key}` : `person ${id ?? ''} ${name}`
  return createHmac('sha256', app.context.secret).update(`svc-admin csrf ${whose}`).digest('base64url')
}

function requireMeant(app: App, visitor: AdminVisitor, sent: unknown, where: string): void {
  const wanted = Buffer.from(csrfOf(app, visitor))
  const given = Buffer.from(typeof sent === 'string' ? sent : '')
  if (given.length === wanted.length && timingSafeEqual(given, wanted)) return
  throw new ServiceError('ORIGIN_NOT_ALLOWED', `The ${where} lacks, or is not that of this session. Load the page again.`)
}

/** Throws ORIGIN_NOT_ALLOWED unless the header holds what `GET session` gave. */
export function requireCsrfHeader(app: App, visitor: AdminVisitor, { headers }: ServiceRequest): void {
  requireMeant(app, visitor, headers[csrfHeader], `header '${csrfHeader}'`)
}

/** The same for the hidden field of a form; the other fields. */
export function withoutCsrfField(app: App, visitor: AdminVisitor, fields: ServiceRequest['fields']): ServiceRequest['fields'] {
  const { [csrfField]: sent, ...rest } = fields
  requireMeant(app, visitor, sent, `field '${csrfField}'`)
  return rest
}
