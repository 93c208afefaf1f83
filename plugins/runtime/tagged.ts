// A reply with a tag over its bytes: what did not change is not sent again.
import { createHash } from 'node:crypto'
import type { ServiceRequest } from '../http/mount.js'
import { content, empty, mediaTypes, type Reply } from '../http/reply.js'

export function tagged(data: unknown, request: ServiceRequest): Reply {
  const body = JSON.stringify({ data })
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  const headers = { etag, 'cache-control': 'private, no-cache', vary: 'X-Svc-Shopper' }
  const held = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return held?.includes(etag) ? empty(304, headers) : content(body, mediaTypes.json, headers)
}
