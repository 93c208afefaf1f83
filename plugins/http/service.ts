// What the server asks of the service that it carries: one moment per request, tokens, readiness and the log.
import type { App, Readiness } from '#core/app.js'
import type { Caller } from '#core/foundation/access/caller.js'
import type { Log } from '#core/foundation/log.js'
import type { Moment } from '#core/storage/context.js'
import { momentOf } from '#core/storage/record/moment.js'

export interface Service {
  readonly app: App
  readonly log: Log
  /** What this request sees, by one statement: languages and settings, and how old tokens and caches are. */
  moment(): Promise<Moment>
  /** The bearer of a token, or null for malformed, unknown, revoked and expired ones alike. */
  verify(token: string, moment: Moment): Promise<Caller | null>
  ready(): Promise<Readiness>
  /** Whether it is kept who changed what. */
  readonly audited: boolean
}

const topics = ['access'] as const

export function serviceOf(app: App): Service {
  return {
    app,
    log: app.context.log.child({ category: 'http' }),
    moment: () => momentOf(app.context, undefined, topics),
    verify: (token, moment) => app.tokens.verify(token, moment.versions.get('access') ?? 0),
    ready: () => app.ready(),
    audited: app.context.auditDays > 0,
  }
}
