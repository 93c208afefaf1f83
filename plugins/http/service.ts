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
  readonly route: Route
  /** The names of the variable segments, with their positions in the path. */
  readonly variables: readonly (readonly [name: string, index: number])[]
}

/** The routes of one path by method. */
type MethodRoutes = ReadonlyMap<string, RouteRow>

/** One segment of the declared paths, with the segments that may follow it. */
class PathNode {
  readonly routes = new Map<string, RouteRow>()
  /** The routes that continue with `*`. */
  readonly openRoutes = new Map<string, RouteRow>()
  private readonly fixed = new Map<string, PathNode>()
  /** The node of `:name`. */
  private variable: PathNode | null = null

  /** The node of the next declared segment. Creates it if it does not exist. */
  addSegment(segment: string): PathNode {
    if (segment.startsWith(':')) return (this.variable ??= new PathNode())
    const node = this.fixed.get(segment) ?? new PathNode()
    this.fixed.set(segment, node)
    return node
  }

  /** Collects the routes of a path, the most specific first: fixed segments, then `:name`, then `*`. */
  collectRoutes(path: readonly string[], index: number, into: MethodRoutes[]): void {
    const segment = path[index]
    if (segment === undefined) return void into.push(this.routes)
    this.fixed.get(segment)?.collectRoutes(path, index + 1, into)
    if (segment !== '') this.variable?.collectRoutes(path, index + 1, into)
    if (this.openRoutes.size > 0) into.push(this.openRoutes)
  }
}

export interface RouteMatch {
  readonly route: Route
  /** The decoded values of the variable segments. */
  readonly params: Readonly<Record<string, string>>
}

/**
 * The routes of all mounts. The framework sends every request to one handler, which finds its route here: registering the routes with
 * the framework one by one takes a fifth of the start.
 */
export class RouteTable {
  private readonly root = new PathNode()
  private readonly firstSegments: ReadonlySet<string>

  constructor(routes: readonly Route[]) {
    for (const route of routes) this.add(route)
    this.firstSegments = new Set(routes.map(({ path }) => splitPath(path)[0]!))
  }

  private add(route: Route): void {
    const { method, path } = route
    const segments = splitPath(path)
    const isOpen = segments.at(-1) === '*'
    let node = this.root
    for (const segment of isOpen ? segments.slice(0, -1) : segments) node = node.addSegment(segment)
    const routes = isOpen ? node.openRoutes : node.routes
    const existing = routes.get(method)?.route
    if (existing !== undefined) throw new Error(`The route '${method} ${path}' has the address of the route '${existing.path}'.`)
    const variables = [...segments.entries()].flatMap(([index, segment]) =>
      segment.startsWith(':') ? [[segment.slice(1), index] as const] : [],
    )
    routes.set(method, { route, variables })
  }

  /** True if the path of a route begins with the segment. */
  hasFirstSegment(segment: string): boolean {
    return this.firstSegments.has(segment)
  }

  /** The route of a request; null if there is none. */
  match(method: string, url: string | undefined): RouteMatch | null {
    const path = splitUrl(url)
    const row = this.collectRoutes(path)
      .find((routes) => routes.has(method))
      ?.get(method)
    if (row === undefined) return null
    const params = Object.create(null) as Record<string, string>
    for (const [name, index] of row.variables) params[name] = path[index]!
    return { route: row.route, params }
  }

  /** All routes of a URL for any method, for 405 replies and preflights. */
  findRoutes(url: string | undefined): readonly Route[] {
    return this.collectRoutes(splitUrl(url)).flatMap((routes) => [...routes.values()].map(({ route }) => route))
  }

  private collectRoutes(path: readonly string[]): readonly MethodRoutes[] {
    const routes: MethodRoutes[] = []
    this.root.collectRoutes(path, 0, routes)
    return routes
  }
}

/** The decoded segments of a URL. The framework has rejected malformed escapes before. */
function splitUrl(url = '/'): readonly string[] {
  const path = /^[^?#]*/.exec(url)![0]
  const segments = splitPath(path)
  return path.includes('%') ? segments.map(decodeURIComponent) : segments
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

/** The segments of a path. Ignores one slash at each end. */
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
