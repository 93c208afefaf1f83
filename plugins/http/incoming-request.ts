// Extends Node's request object with fields that are set before routing: language prefix, override, request id.
import { IncomingMessage } from 'node:http'
import type { VersionedSnapshot } from '#core/storage/context.js'
import { defaultBodyLimit } from './body/body-reader.js'

/** Passed to the HTTP server as its request class, so no separate look-up table is necessary. */
export class IncomingRequest extends IncomingMessage {
  requestId = ''
  /** Trace id from the `traceparent` header. */
  traceId: string | null = null
  /** Pattern of the matched route; '' before routing and if no route matches. */
  route = ''
  /** The client's address behind trusted proxies, set only if a watcher is active; '' until the request is routed. */
  address = ''
  /** A HEAD request, handled as GET. Node omits the body. */
  isHead = false
  prefix = ''
  language: string | null = null
  moment: VersionedSnapshot | null = null
  /** Called once before the body is read. Sends `100 Continue` if the client waits for it. */
  beforeBody: (() => void) | null = null
  /** True on routes that pages of other origins may call. */
  embedded = false
  /** The route's body limit in bytes. A rejected body up to this length is drained; a longer one closes the connection. */
  bodyLimit = defaultBodyLimit
}
