// The request object of Node with what the entry finds out before routing: language prefix, override, identifier.
import { IncomingMessage } from 'node:http'
import type { Moment } from '#core/storage/context.js'
import { defaultBodyLimit } from './body/read.js'

/** Given to the HTTP server as its request class, so that the fields are there without a look-up table. */
export class Incoming extends IncomingMessage {
  requestId = ''
  /** Of the `traceparent` that was sent. */
  traceId: string | null = null
  /** The pattern of the route that took it; '' before, and where none did. */
  route = ''
  /** The caller's address through the proxies that count, where somebody watches; '' until the request is routed. */
  address = ''
  /** A HEAD request, answered as GET; Node leaves the body out. */
  isHead = false
  prefix = ''
  language: string | null = null
  moment: Moment | null = null
  /** Called once before the body is read: a caller who asked first is told to go on. */
  beforeBody: (() => void) | null = null
  /** True on routes that pages of other origins may use. */
  embedded = false
  /** Bytes that the route takes: a refused body up to this length is read off, a longer one ends the connection. */
  bodyLimit = defaultBodyLimit
}
