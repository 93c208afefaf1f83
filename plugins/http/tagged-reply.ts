// Adds an entity tag to a reply, and replies 304 if the client already has the same bytes.
import { createEntityTag, hasMatchingEntityTag } from './entity-tag.js'
import type { ServiceRequest } from './mount.js'
import { createEmptyReply, type Reply, type TextReply } from './reply.js'

/** For shopper pages: the browser caches the reply and revalidates it at each request. */
export function createTaggedReply(reply: TextReply, request: ServiceRequest): Reply {
  const etag = createEntityTag(reply.body)
  const headers = { ...reply.headers, etag, 'cache-control': 'private, no-cache', vary: 'X-Svc-Shopper' }
  return hasMatchingEntityTag(etag, request) ? createEmptyReply(304, headers) : { ...reply, headers }
}
