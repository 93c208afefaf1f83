// The Content-Security-Policy of the service's pages: own resources only, inline scripts only by digest.
import { createHash } from 'node:crypto'

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
