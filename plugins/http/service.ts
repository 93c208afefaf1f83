// The application functions that the HTTP server uses: settings snapshot, token verification, readiness and log.
import type { App, Readiness } from '#core/app.js'
import type { Caller } from '#core/foundation/access/caller.js'
import type { Log } from '#core/foundation/log.js'
import type { VersionedSnapshot } from '#core/storage/context.js'
import { getVersionedSnapshot } from '#core/storage/versioned-snapshot.js'

export interface Service {
  readonly app: App
  readonly log: Log
  /** Loads languages, settings, and the versions of tokens and caches with one statement. */
  moment(): Promise<VersionedSnapshot>
  /** The owner of a token, or null for malformed, unknown, revoked and expired tokens. */
  verify(token: string, moment: VersionedSnapshot): Promise<Caller | null>
  ready(): Promise<Readiness>
  /** True if the service records an audit log. */
  readonly audited: boolean
}

const snapshotTopics = ['access'] as const

export function createService(app: App): Service {
  return {
    app,
    log: app.context.log.child({ category: 'http' }),
    moment: () => getVersionedSnapshot(app.context, undefined, snapshotTopics),
    verify: (token, settingsSnapshot) => app.tokens.verify(token, settingsSnapshot.versions.get('access') ?? 0),
    ready: () => app.ready(),
    audited: app.context.auditDays > 0,
  }
}
