// What our own pages may load and run: nothing inline but what a page names by its digest, nothing from elsewhere.
import { createHash } from 'node:crypto'

/** The Content-Security-Policy of a page; how it may be framed is the page's own to say. */
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

/** The policy of a page in which one script stands, letter by letter. */
export function policyWith(script: string): string {
  const digest = createHash('sha256').update(script).digest('base64')
  return pagePolicy.replace("script-src 'self'", `$& 'sha256-${digest}'`)
}
