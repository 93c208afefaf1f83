// The context that every admin handler receives: request, signed-in visitor, and language of the reply.
import type { App } from '#core/app.js'
import { grantOf } from '#core/foundation/access/grant.js'
import type { AdminLanguage, AdminVisitor } from '#core/storage/admin/define.js'
import type { Moment } from '#core/storage/context.js'
import { momentOf } from '#core/storage/record/moment.js'
import { readTimeZone } from '#core/storage/record/time-zone.js'
import type { Limit } from '../../http/limit.js'
import type { ServerFacts, ServiceRequest } from '../../http/mount.js'

export interface AdminScope {
  readonly app: App
  readonly server: ServerFacts
  readonly request: ServiceRequest
  readonly visitor: AdminVisitor
  readonly language: AdminLanguage
  /** Rate limit for passwords, codes and links, per address. */
  readonly tries: Limit
}

/** A visitor who is not signed in yet. */
export const nobody: AdminVisitor = Object.freeze({ name: 'nobody', id: null, grant: grantOf([]) })

/** The root of the admin, without the base path. */
export const adminRoot = '/svc-admin'

/** The account's language. For users of a host, the browser's. */
export function languageOf(visitor: AdminVisitor | null, { headers }: ServiceRequest): AdminLanguage {
  return visitor?.session?.account.language ?? (/^\s*de\b/i.test(headers['accept-language'] ?? '') ? 'de' : 'en')
}

/** The shop settings as of the start of the request. */
export async function momentFor({ app, request }: AdminScope): Promise<Moment> {
  return request.moment ?? momentOf(app.context)
}

/** The shop's time zone. The admin shows and reads all days and times in it. */
export async function timeZoneFor(scope: AdminScope): Promise<string> {
  const { snapshot } = await momentFor(scope)
  return readTimeZone(snapshot, scope.app.context.database)
}

/** The owner of saved views and undo data: the account, the API token, or the host's user. */
export function ownerOf({ session, id, name }: AdminVisitor): string {
  const owner = session ? `account:${session.account.id}` : id === null ? `user:${name}` : `token:${id}`
  return owner.slice(0, 191)
}
