// Finds the methods of an address for 405 replies. The router itself only reports a mismatch.
import type { Route } from './mount.js'

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

  constructor(readonly routes: readonly Route[]) {
    this.rows = routes.map((route) => ({ route, segments: splitPath(route.path) }))
  }

  /** All routes of a path, for any method. */
  findRoutes(path: string): readonly Route[] {
    const segments = splitPath(path)
    return this.rows.filter((row) => hasMatchingSegments(row.segments, segments)).map((row) => row.route)
  }

  /** The Allow header of a path, or null if no route matches. */
  formatAllowHeader(path: string): string | null {
    const methods = new Set<string>(this.findRoutes(path).map((route) => route.method))
    if (methods.has('GET')) methods.add('HEAD')
    return methods.size === 0 ? null : [...methods].sort().join(', ')
  }
}

/** Ignores slashes at both ends, as the router ignores a trailing one. */
function splitPath(path: string): readonly string[] {
  return path.replace(/^\//, '').replace(/\/$/, '').split('/')
}
