// Authenticates requests to the admin and prevents forged ones: the host's gate, the Origin header, and a CSRF token.
import { type AdminCaller, type App, createMessage, ServiceError } from '#core/contract.js'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { HttpError } from '../../http/problem-reply.js'
import type { ServerInfo, ServiceRequest } from '../../http/mount.js'
import { csrfField, csrfHeader } from '../api/shape.js'

/** The signed-in visitor. Throws AUTHENTICATION_REQUIRED without one, AUTHENTICATION_FAILED for an invalid identity from the host. */
export async function admitCaller(app: App, request: ServiceRequest): Promise<AdminCaller> {
  const caller = await findAdminCaller(app, request)
  if (caller) return caller
  throw new HttpError('AUTHENTICATION_REQUIRED', createMessage('errors.notSignedIn'), {
    'www-authenticate': 'Bearer realm="svc-admin"',
  })
}

/** The signed-in visitor. null without one. */
export function findAdminCaller(app: App, { headers }: ServiceRequest): Promise<AdminCaller | null> {
  return app.host.adapters.adminGate.admit(app, headers)
}

const localHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Throws ORIGIN_NOT_ALLOWED unless the Origin header names the base URL's origin, or the host and port of a request on this machine.
 * Browsers send Origin with every write request.
 */
export function requireOwnOrigin({ baseUrl }: ServerInfo, { headers }: ServiceRequest): void {
  const own = new URL(baseUrl())
  const requestOrigin = headers.origin ?? ''
  if (requestOrigin === own.origin) return
  const sender = URL.canParse(requestOrigin) ? new URL(requestOrigin) : null
  if (sender && localHosts.has(sender.hostname) && sender.host === headers.host) return
  const message =
    requestOrigin === ''
      ? createMessage('errors.originMissing', { own: own.origin })
      : createMessage('errors.originForeign', { origin: requestOrigin.slice(0, 100), own: own.origin })
  throw new ServiceError('ORIGIN_NOT_ALLOWED', message)
}

/** The CSRF token of the visitor. Only pages that this visitor opened know it. */
export function createCsrfToken(app: App, { session, name, id }: AdminCaller): string {
  const subject = session ? `session ${session.key}` : `person ${id ?? ''} ${name}`
  return createHmac('sha256', app.context.secret).update(`svc-admin csrf ${subject}`).digest('base64url')
}

function requireCsrfToken(app: App, caller: AdminCaller, submittedToken: unknown, source: string): void {
  const expected = Buffer.from(createCsrfToken(app, caller))
  const submitted = Buffer.from(typeof submittedToken === 'string' ? submittedToken : '')
  if (submitted.length === expected.length && timingSafeEqual(submitted, expected)) return
  throw new ServiceError('ORIGIN_NOT_ALLOWED', createMessage('errors.csrfTokenMissing', { source }))
}

/** Throws ORIGIN_NOT_ALLOWED unless the header contains the token from `GET session`. */
export function requireCsrfHeader(app: App, caller: AdminCaller, { headers }: ServiceRequest): void {
  requireCsrfToken(app, caller, headers[csrfHeader], `header '${csrfHeader}'`)
}

/** Checks the hidden field of a form in the same way. Returns the other fields. */
export function checkCsrfField(app: App, caller: AdminCaller, fields: ServiceRequest['fields']): ServiceRequest['fields'] {
  const { [csrfField]: submittedToken, ...rest } = fields
  requireCsrfToken(app, caller, submittedToken, `field '${csrfField}'`)
  return rest
}
