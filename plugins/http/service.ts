// The application functions that the HTTP server uses: settings snapshot, token verification, readiness and log.
import type { App, Caller, ServiceReadiness } from '#core/contract.js'
import { getVersionedSnapshot } from '#core/contract.js'
import type { Log, VersionedSnapshot } from '#core/surface.js'
import type { FailureLog } from './problem-reply.js'
import type { Route } from './mount.js'
import type { TrustedOrigins } from './origins.js'
import type { RequestCounter } from './rate-limit.js'
import type { RouteTable } from './route-table.js'
import type { RequestWatch } from './watch/request-watch.js'

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

/** The interface of the state that the hooks, routes and replies of one HTTP server share. */
export interface ServerContext extends TrustedOrigins {
  readonly service: Service
  readonly table: RouteTable
  /** The route that renders the 404 page for browsers; undefined if no mount has one. */
  readonly notFoundPage: Route | undefined
  /** The path of the public base URL; '' at the root of the host. */
  readonly basePath: string
  /** Redirect unprefixed addresses to the prefixed ones. */
  readonly languageFilter: boolean
  readonly errorTypeBase: () => string
  readonly isStopping: () => boolean
  /** Stores internal errors for the administrators. */
  readonly recordFailure: FailureLog['add']
  readonly watch: RequestWatch
  /** End functions of the open lasting replies (event streams). */
  readonly openReplies: Set<() => void>
  readonly requestCounter: RequestCounter
  /** True while the process is overloaded and no single network causes it. */
  readonly isOverloaded: () => boolean
  /** True if the process is overloaded by requests from the network of this address. */
  readonly isOverloadedBy: (address: string) => boolean
  /** Milliseconds that a client may stop reading a long reply before it is disconnected. */
  readonly stalledMilliseconds: number
}
