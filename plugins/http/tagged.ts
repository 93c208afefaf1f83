// A reply with a tag over its bytes: what did not change is not sent again.
import { entityTag, isHeld } from './entity-tag.js'
import type { ServiceRequest } from './mount.js'
import { empty, type Reply, type TextReply } from './reply.js'

/** For what a shopper sees: his browser keeps it and asks each time whether it still holds. */
export function tagged(reply: TextReply, request: ServiceRequest): Reply {
  const etag = entityTag(reply.body)
  const headers = { ...reply.headers, etag, 'cache-control': 'private, no-cache', vary: 'X-Svc-Shopper' }
  return isHeld(etag, request) ? empty(304, headers) : { ...reply, headers }
}
