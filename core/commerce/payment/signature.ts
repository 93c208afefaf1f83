// What a webhook's reader needs to know a genuine report: a keyed digest over the bytes as they came, and a time that is near.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { minute } from '../../foundation/clock.js'

/** How far the time of a report may lie from now, in milliseconds. */
const nearest = 5 * minute

export interface Signed {
  readonly secret: string
  /** What was signed, part after part. */
  readonly parts: readonly (string | Uint8Array)[]
  readonly signature: string
  /** How the signature is written; in hexadecimal digits if left out. */
  readonly encoding?: 'hex' | 'base64'
  readonly algorithm?: 'sha256' | 'sha512'
}

/** True where the signature is the HMAC of the parts under the secret. Takes as long for a wrong one as for the right one. */
export function isSigned({ secret, parts, signature, encoding = 'hex', algorithm = 'sha256' }: Signed): boolean {
  // An empty secret is one that everybody knows.
  if (secret === '') return false
  const hmac = createHmac(algorithm, secret)
  for (const part of parts) hmac.update(part)
  const wanted = Buffer.from(hmac.digest(encoding))
  const given = Buffer.from(encoding === 'hex' ? signature.toLowerCase() : signature)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** True where a time in milliseconds since the epoch lies within 300 seconds of now, before or after. */
export function isRecent(time: number, now: number): boolean {
  return Math.abs(now - time) <= nearest
}
