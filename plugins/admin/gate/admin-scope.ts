// The context that every admin handler receives: request, signed-in visitor, and language of the reply. Routes that identify the visitor.
import {
  type AdminCaller,
  type App,
  getVersionedSnapshot,
  grantOf,
  createMessage,
  ServiceError,
  type Caller,
} from '#core/contract.js'
import { adminLanguages, type VersionedSnapshot, serviceState } from '#core/surface.js'
import type { RateLimit } from '../../http/rate-limit.js'
import type { ServerInfo, ServiceRequest, Route } from '../../http/mount.js'
import { type AdminLanguage, csrfField, csrfHeader } from '../api/shape.js'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { HttpError } from '../../http/problem-reply.js'
import { listAcceptedLanguages } from '../../http/error-language.js'
import type { Reply } from '../../http/reply.js'
import { createMessageTranslator } from '../wording/message-translator.js'

export interface AdminScope {
  readonly app: App
  readonly server: ServerInfo
  readonly request: ServiceRequest
  readonly caller: AdminCaller
  readonly language: AdminLanguage
  /** Rate limit for passwords, codes and links, per address. */
  readonly tries: RateLimit
}

/** A visitor who is not signed in yet. */
export const anonymousCaller: AdminCaller = Object.freeze({ name: 'nobody', id: null, grant: grantOf([]) })

/** The root of the admin, without the base path. */
export const adminRoot = '/svc-admin'

/** The account's language. For users of a host, the first language of the browser that the admin has. */
export function getReplyLanguage(caller: AdminCaller | null, { headers }: ServiceRequest): AdminLanguage {
  if (caller?.session) return caller.session.account.language
  const accepted = listAcceptedLanguages(headers['accept-language'] ?? '').map((tag) => tag.split('-')[0]!.toLowerCase())
  return accepted.flatMap((tag) => adminLanguages.find((language) => language === tag) ?? [])[0] ?? 'en'
}

/** The shop settings as of the start of the request. */
export async function loadSettingsSnapshot({ app, request }: AdminScope): Promise<VersionedSnapshot> {
  return request.versionedSnapshot ?? getVersionedSnapshot(app.context)
}

/** The shop's time zone. The admin shows and reads all days and times in it. */
export async function loadTimeZone(scope: AdminScope): Promise<string> {
  const { snapshot } = await loadSettingsSnapshot(scope)
  return serviceState.readTimeZone(snapshot, scope.app.context.database)
}

/** The owner of saved views and undo data: the account, the API token, or the host's user. */
export function toOwnerKey({ session, id, name }: AdminCaller): string {
  const owner = session ? `account:${session.account.id}` : id === null ? `user:${name}` : `token:${id}`
  return owner.slice(0, 191)
}

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

const createCookieHeader = (server: ServerInfo, value: string, rest = ''): Readonly<Record<string, string>> => {
  const secure = server.baseUrl().startsWith('https:') ? '; Secure' : ''
  return {
    'set-cookie': `svc_admin=${value}; Path=${server.pathTo('/svc-admin/')}; HttpOnly; SameSite=Strict${secure}${rest}`,
  }
}

/** The header that sets the session cookie. It lasts until the browser closes or the server ends the session. */
export const createSessionCookie = (server: ServerInfo, token: string): Readonly<Record<string, string>> =>
  createCookieHeader(server, token)

/** The header that deletes the cookie. */
export const createExpiredCookie = (server: ServerInfo): Readonly<Record<string, string>> =>
  createCookieHeader(server, '', '; Max-Age=0')

const isAdminCaller = (caller: Caller | null): caller is AdminCaller => caller !== null && 'session' in caller

type Handler = (scope: AdminScope) => Reply | Promise<Reply>
type Method = Route['method']

/** Creates routes that check the access of the request and write errors in the language of the caller. */
export function createRouteFactory(app: App, server: ServerInfo, tries: AdminScope['tries']) {
  async function admitted(request: ServiceRequest, changes: boolean): Promise<Caller> {
    if (changes) requireOwnOrigin(server, request)
    const caller = await admitCaller(app, request)
    if (changes) requireCsrfHeader(app, caller, request)
    return caller
  }

  async function stranger(request: ServiceRequest): Promise<null> {
    requireOwnOrigin(server, request)
    return null
  }

  /** Errors are written in the language of the caller, or of the browser before the caller is known. */
  async function translateErrors<T>(request: ServiceRequest, run: () => Promise<T>): Promise<T> {
    try {
      return await run()
    } catch (error) {
      const language = getReplyLanguage(request.caller ?? anonymousCaller, request)
      throw createMessageTranslator(app.context.registry, language).error(error)
    }
  }

  function createAnswering(method: Method, path: string, handler: Handler, changes: boolean | 'stranger' | 'open'): Route {
    return {
      method,
      path: path === '' ? '/svc-admin' : `/svc-admin/${path}`,
      access: 'public',
      prefixed: false,
      ...(changes !== 'open' && {
        authenticate: (request) =>
          translateErrors(request, () => (changes === 'stranger' ? stranger(request) : admitted(request, changes))),
      }),
      findErrorLanguage: ({ caller }) => (isAdminCaller(caller) ? (caller.session?.account.language ?? null) : null),
      async handle(request) {
        const caller = request.caller ?? anonymousCaller
        const language = getReplyLanguage(caller, request)
        return translateErrors(request, async () => handler({ app, server, request, caller, language, tries }))
      },
    }
  }

  /** For signed-in callers. Writing requests need the CSRF token. */
  function api(method: Method, path: string, handler: Handler, rest: Partial<Route> = {}): Route {
    const body = method === 'GET' ? {} : ({ body: method === 'DELETE' ? 'fields-or-none' : 'fields' } as const)
    return { ...createAnswering(method, `api/${path}`, handler, method !== 'GET'), ...body, ...rest }
  }

  /** Checks the rate limit of passwords, codes and links before the body is read. The handler counts the attempt. */
  const admit: Route['checkLimits'] = ({ address }) => tries.rejectExhausted(address)

  /** For callers who are about to sign in. */
  function door(method: Method, path: string, handler: Handler): Route {
    return {
      ...createAnswering(method, `api/${path}`, handler, 'stranger'),
      body: 'fields',
      multipart: false,
      checkLimits: admit,
    }
  }

  /** A page. It checks the session itself, to show the sign-in form. */
  const page = (path: string, handler: Handler): Route => createAnswering('GET', path, handler, 'open')
  /** A form of a page. It must come from a page of the admin, with the CSRF token of its session. */
  const form = (path: string, handler: Handler): Route => ({
    ...createAnswering('POST', path, handler, 'stranger'),
    body: 'fields',
    multipart: false,
  })
  const limitedForm = (path: string, handler: Handler): Route => ({ ...form(path, handler), checkLimits: admit })

  return { admit, api, door, form, limitedForm, page }
}
