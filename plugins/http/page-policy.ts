// The Content-Security-Policy of the service's pages: own resources only, inline scripts only by digest.
import { createHash } from 'node:crypto'
import { detectMediaTypes, headLength } from '#core/surface.js'
import { createReply, type Reply } from './reply.js'

/** Base policy. Each page adds its own `frame-ancestors`. */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
].join('; ')

/** The policy of a page with one inline script. `script` must match the inline text exactly. */
export function createPagePolicy(script: string): string {
  const digest = createHash('sha256').update(script).digest('base64')
  return pagePolicy.replace("script-src 'self'", `$& 'sha256-${digest}'`)
}

/** Replies with a picture. Types that can contain scripts are sent as a download, never rendered as a page. */
export async function createPictureReply(bytes: Uint8Array, caching = 'public, max-age=86400'): Promise<Reply> {
  const [type] = await detectMediaTypes(bytes.subarray(0, headLength))
  const isPicture = type.startsWith('image/')
  return createReply(bytes, isPicture ? type : 'application/octet-stream', {
    'cache-control': caching,
    'content-security-policy': "default-src 'none'; sandbox",
    ...((type === 'image/svg+xml' || !isPicture) && { 'content-disposition': 'attachment' }),
  })
}
