// What every handler of the admin is given: the request, who sent it, and in which language he is answered.
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
  /** Passwords, codes and links that an address tries. */
  readonly tries: Limit
}

/** Those who are about to come in. */
export const nobody: AdminVisitor = Object.freeze({ name: 'nobody', id: null, grant: grantOf([]) })

/** Where the admin lies, without the base path. */
export const adminRoot = '/svc-admin'

/** The account's own language; of those whom the host keeps, the browser's. */
export function languageOf(visitor: AdminVisitor | null, { headers }: ServiceRequest): AdminLanguage {
  return visitor?.session?.account.language ?? (/^\s*de\b/i.test(headers['accept-language'] ?? '') ? 'de' : 'en')
}

/** What the request sees of the shop. */
export async function momentFor({ app, request }: AdminScope): Promise<Moment> {
  return request.moment ?? momentOf(app.context)
}

/** The shop's time zone, in which the admin shows and reads days and times. */
export async function timeZoneFor(scope: AdminScope): Promise<string> {
  const { snapshot } = await momentFor(scope)
  return readTimeZone(snapshot, scope.app.context.database)
}

/** Whose saved views and undo notes these are: the account's, the token's, or the host's user's. */
export function ownerOf({ session, id, name }: AdminVisitor): string {
  const owner = session ? `account:${session.account.id}` : id === null ? `user:${name}` : `token:${id}`
  return owner.slice(0, 191)
}
