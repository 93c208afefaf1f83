// The context that every admin handler receives: request, signed-in visitor, and language of the reply.
import { type AdminCaller, type App, getVersionedSnapshot, grantOf } from '#core/contract.js'
import { type AdminLanguage, readTimeZone, type VersionedSnapshot } from '#core/surface.js'
import type { RateLimit } from '../../http/rate-limit.js'
import type { ServerInfo, ServiceRequest } from '../../http/mount.js'

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

/** The account's language. For users of a host, the browser's. */
export function getReplyLanguage(caller: AdminCaller | null, { headers }: ServiceRequest): AdminLanguage {
  return caller?.session?.account.language ?? (/^\s*de\b/i.test(headers['accept-language'] ?? '') ? 'de' : 'en')
}

/** The shop settings as of the start of the request. */
export async function loadSettingsSnapshot({ app, request }: AdminScope): Promise<VersionedSnapshot> {
  return request.versionedSnapshot ?? getVersionedSnapshot(app.context)
}

/** The shop's time zone. The admin shows and reads all days and times in it. */
export async function loadTimeZone(scope: AdminScope): Promise<string> {
  const { snapshot } = await loadSettingsSnapshot(scope)
  return readTimeZone(snapshot, scope.app.context.database)
}

/** The owner of saved views and undo data: the account, the API token, or the host's user. */
export function toOwnerKey({ session, id, name }: AdminCaller): string {
  const owner = session ? `account:${session.account.id}` : id === null ? `user:${name}` : `token:${id}`
  return owner.slice(0, 191)
}
