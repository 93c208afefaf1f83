// Services shared by the parts of one HTTP server: the routes, settings snapshot, token verification, readiness and log.
import {
  type App,
  type Caller,
  type ServiceReadiness,
  getVersionedSnapshot,
  createMessage,
  NotFoundError,
} from '#core/contract.js'
import type { Log, VersionedSnapshot } from '#core/surface.js'
import { type FailureLog, HttpError } from './problem-reply.js'
import type { Route } from './mount.js'
import type { TrustedOrigins } from './origins.js'
import type { RequestCounter } from './rate-limit.js'
import type { RequestWatch } from './watch/request-watch.js'
import { type IncomingRequest, removeQuery } from './incoming-request.js'

interface RouteRow {
  readonly segments: readonly string[]
  readonly route: Route
}

function hasMatchingSegments(segments: readonly string[], path: readonly string[]): boolean {
  const open = segments.at(-1) === '*'
  if (open ? path.length < segments.length : path.length !== segments.length) return false
  return segments.every((segment, i) => segment === '*' || (segment.startsWith(':') ? path[i] !== '' : segment === path[i]))
}

/**
 * Finds the routes of an address for any method, for 405 replies and preflights. The router itself only reports a mismatch.
 */
export class RouteTable {
  private readonly rows: readonly RouteRow[]
  private readonly firstSegments: ReadonlySet<string>

  constructor(routes: readonly Route[]) {
    this.rows = routes.map((route) => ({ route, segments: splitPath(route.path) }))
    this.firstSegments = new Set(this.rows.map(({ segments }) => segments[0]!))
  }

  /** True if the path of a route begins with the segment. */
  hasFirstSegment(segment: string): boolean {
    return this.firstSegments.has(segment)
  }

  /** All routes of a URL, for any method. */
  findRoutes(url: string | undefined): readonly Route[] {
    const segments = splitPath(removeQuery(url ?? '/'))
    return this.rows.filter((row) => hasMatchingSegments(row.segments, segments)).map((row) => row.route)
  }
}

/** Creates the error of a request without a route: 405 with the allowed methods of the address, or 404. */
export function createNoRouteError(routes: readonly Route[], raw: IncomingRequest): Error {
  const methods = new Set<string>(routes.map((route) => route.method))
  if (methods.has('GET')) methods.add('HEAD')
  if (methods.size === 0 || methods.has(raw.method ?? '')) {
    const path = removeQuery(raw.url ?? '/').slice(0, 200)
    return new NotFoundError(createMessage('errors.nothingAtAddress', { path }))
  }
  const allow = [...methods].sort().join(', ')
  return new HttpError(
    'METHOD_NOT_ALLOWED',
    createMessage('errors.methodNotAllowed', { method: raw.method ?? '', allowed: allow }),
    {
      allow,
    },
  )
}

/** Ignores slashes at both ends, as the router ignores a trailing one. */
function splitPath(path: string): readonly string[] {
  return path.replace(/^\//, '').replace(/\/$/, '').split('/')
}

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
