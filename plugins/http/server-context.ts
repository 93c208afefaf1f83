// The interface of the state that the hooks, routes and replies of one HTTP server share.
import type { FailureLog } from './problem-reply.js'
import type { Route } from './mount.js'
import type { TrustedOrigins } from './origins.js'
import type { RequestCounter } from './rate-limit.js'
import type { RouteTable } from './route-table.js'
import type { Service } from './service.js'
import type { RequestWatch } from './watch/request-watch.js'

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
