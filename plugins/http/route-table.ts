// Knows which methods an address answers: the router itself only knows that one of them does not match.
import type { Route } from './mount.js'

interface Row {
  readonly segments: readonly string[]
  readonly route: Route
}

function matches(segments: readonly string[], path: readonly string[]): boolean {
  const open = segments.at(-1) === '*'
  if (open ? path.length < segments.length : path.length !== segments.length) return false
  return segments.every((segment, i) => segment === '*' || (segment.startsWith(':') ? path[i] !== '' : segment === path[i]))
}

export class RouteTable {
  private readonly rows: readonly Row[]

  constructor(readonly routes: readonly Route[]) {
    this.rows = routes.map((route) => ({ route, segments: split(route.path) }))
  }

  /** The routes that answer at a path, whatever their method. */
  at(path: string): readonly Route[] {
    const segments = split(path)
    return this.rows.filter((row) => matches(row.segments, segments)).map((row) => row.route)
  }

  /** The value of the Allow header for a path, or null where no route answers. */
  allow(path: string): string | null {
    const methods = new Set<string>(this.at(path).map((route) => route.method))
    if (methods.has('GET')) methods.add('HEAD')
    return methods.size === 0 ? null : [...methods].sort().join(', ')
  }
}

/** Without the slashes at both ends, as the router ignores the last one. */
function split(path: string): readonly string[] {
  return path.replace(/^\//, '').replace(/\/$/, '').split('/')
}
