// A reply with a tag over its bytes: what did not change is not sent again.
import { entityTag, isHeld } from '../http/entity-tag.js'
import type { ServiceRequest } from '../http/mount.js'
import { content, empty, mediaTypes, type Reply } from '../http/reply.js'

export function tagged(data: unknown, request: ServiceRequest): Reply {
  const body = JSON.stringify({ data })
  const etag = entityTag(body)
  const headers = { etag, 'cache-control': 'private, no-cache', vary: 'X-Svc-Shopper' }
  return isHeld(etag, request) ? empty(304, headers) : content(body, mediaTypes.json, headers)
}
