// Authenticates requests to the admin and prevents forged ones: the host's gate, the Origin header, and a CSRF token.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { App } from '#core/app.js'
import { ServiceError } from '#core/foundation/errors.js'
import type { AdminVisitor } from '#core/storage/admin/define.js'
import { HttpError } from '../../http/problem-reply.js'
import type { ServerInfo, ServiceRequest } from '../../http/mount.js'
import { csrfField, csrfHeader } from '../transport/shape.js'

/** The signed-in visitor. Throws AUTHENTICATION_REQUIRED without one, AUTHENTICATION_FAILED for an invalid identity from the host. */
export async function admitVisitor(app: App, request: ServiceRequest): Promise<AdminVisitor> {
  const visitor = await findAdminVisitor(app, request)
  if (visitor) return visitor
  throw new HttpError('AUTHENTICATION_REQUIRED', 'Nobody is signed in. Sign in first.', {
    'www-authenticate': 'Bearer realm="svc-admin"',
  })
}

/** The signed-in visitor. null without one. */
export function findAdminVisitor(app: App, { headers }: ServiceRequest): Promise<AdminVisitor | null> {
  return app.host.adapters.adminGate.admit(app, headers)
}

const localHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Throws ORIGIN_NOT_ALLOWED unless the Origin header names the base URL's origin, or the host and port of a request on this machine.
 * Browsers send Origin with every write request.
 */
export function requireOwnOrigin({ baseUrl }: ServerInfo, { headers }: ServiceRequest): void {
  const own = new URL(baseUrl())
  const sent = headers.origin ?? ''
  if (sent === own.origin) return
  const sender = URL.canParse(sent) ? new URL(sent) : null
  if (sender && localHosts.has(sender.hostname) && sender.host === headers.host) return
  const shown = sent === '' ? 'without an origin' : `from the origin '${sent.slice(0, 100)}'`
  throw new ServiceError('ORIGIN_NOT_ALLOWED', `Requests ${shown} change nothing here. Send the header "Origin: ${own.origin}".`)
}

/** The CSRF token of the visitor. Only pages that this visitor opened know it. */
export function createCsrfToken(app: App, { session, name, id }: AdminVisitor): string {
  const whose = session ? `session ${session.key}` : `person ${id ?? ''} ${name}`
  return createHmac('sha256', app.context.secret).update(`svc-admin csrf ${whose}`).digest('base64url')
}

function requireCsrfToken(app: App, visitor: AdminVisitor, sent: unknown, where: string): void {
  const wanted = Buffer.from(createCsrfToken(app, visitor))
  const given = Buffer.from(typeof sent === 'string' ? sent : '')
  if (given.length === wanted.length && timingSafeEqual(given, wanted)) return
  throw new ServiceError('ORIGIN_NOT_ALLOWED', `The ${where} lacks, or is not that of this session. Load the page again.`)
}

/** Throws ORIGIN_NOT_ALLOWED unless the header contains the token from `GET session`. */
export function requireCsrfHeader(app: App, visitor: AdminVisitor, { headers }: ServiceRequest): void {
  requireCsrfToken(app, visitor, headers[csrfHeader], `header '${csrfHeader}'`)
}

/** Checks the hidden field of a form in the same way. Returns the other fields. */
export function checkCsrfField(app: App, visitor: AdminVisitor, fields: ServiceRequest['fields']): ServiceRequest['fields'] {
  const { [csrfField]: sent, ...rest } = fields
  requireCsrfToken(app, visitor, sent, `field '${csrfField}'`)
  return rest
}
