// The application functions that the HTTP server uses: settings snapshot, token verification, readiness and log.
import { type App, type Caller, getVersionedSnapshot, type ServiceReadiness } from '#core/contract.js'
import type { Log, VersionedSnapshot } from '#core/surface.js'

export interface Service {
  readonly app: App
  readonly log: Log
  /** Loads languages, settings, and the versions of tokens and caches with one statement. */
  versionedSnapshot(): Promise<VersionedSnapshot>
  /** The owner of a token, or null for malformed, unknown, revoked and expired tokens. */
  verify(token: string, versionedSnapshot: VersionedSnapshot): Promise<Caller | null>
  ready(): Promise<ServiceReadiness>
  /** True if the service records an audit log. */
  readonly audited: boolean
}

const snapshotTopics = ['access'] as const

export function createService(app: App): Service {
  return {
    app,
    log: app.context.log.child({ category: 'http' }),
    versionedSnapshot: () => getVersionedSnapshot(app.context, undefined, snapshotTopics),
    verify: (token, settingsSnapshot) => app.access.tokens.verify(token, settingsSnapshot.versions.get('access') ?? 0),
    ready: () => app.operations.ready(),
    audited: app.context.auditDays > 0,
  }
}
