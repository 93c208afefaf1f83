// Entity tags computed from reply bytes: an unchanged reply is not sent again.
import { sha256 } from '#core/contract.js'
import type { ServiceRequest } from './mount.js'
import { createEmptyReply, type Reply, type TextReply } from './reply.js'

export function createEntityTag(body: string | Uint8Array): string {
  return `"${sha256(body).slice(0, 32)}"`
}

/** True if the client's cached copy has this tag. */
export function hasMatchingEntityTag(tag: string, { headers }: ServiceRequest): boolean {
  const entityTags = headers['if-none-match']?.split(',').map((entityTag) => entityTag.trim().replace(/^W\//, ''))
  return entityTags?.includes(tag) ?? false
}

/**
 * Adds an entity tag to a shopper's page, and replies 304 if the client already has the same bytes. The browser caches the reply and
 * revalidates it at each request.
 */
export function createTaggedReply(reply: TextReply, request: ServiceRequest): Reply {
  const etag = createEntityTag(reply.body)
  const headers = { ...reply.headers, etag, 'cache-control': 'private, no-cache', vary: 'X-Svc-Shopper' }
  return hasMatchingEntityTag(etag, request) ? createEmptyReply(304, headers) : { ...reply, headers }
}
