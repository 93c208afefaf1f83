// Finds the routes of an address for any method, for 405 replies and preflights. The router itself only reports a mismatch.
import { createMessage, NotFoundError } from '#core/contract.js'
import { type IncomingRequest, removeQuery } from './incoming-request.js'
import type { Route } from './mount.js'
import { HttpError } from './problem-reply.js'

interface RouteRow {
  readonly segments: readonly string[]
  readonly route: Route
}

function hasMatchingSegments(segments: readonly string[], path: readonly string[]): boolean {
  const open = segments.at(-1) === '*'
  if (open ? path.length < segments.length : path.length !== segments.length) return false
  return segments.every((segment, i) => segment === '*' || (segment.startsWith(':') ? path[i] !== '' : segment === path[i]))
}

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
