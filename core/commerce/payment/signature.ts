// Verifies webhook requests: an HMAC over the raw body, and a recent timestamp.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { minute } from '../../foundation/clock.js'

/** Maximum difference between the time of a report and now, in milliseconds. */
const maxTimeDifference = 5 * minute

export interface SignatureInput {
  readonly secret: string
  /** The signed parts, in order. */
  readonly parts: readonly (string | Uint8Array)[]
  readonly signature: string
  /** Encoding of the signature. Default: hexadecimal. */
  readonly encoding?: 'hex' | 'base64'
  readonly algorithm?: 'sha256' | 'sha512'
}

/** True if the signature is the HMAC of the parts under the secret. Compares in constant time. */
export function isSigned({ secret, parts, signature, encoding = 'hex', algorithm = 'sha256' }: SignatureInput): boolean {
  // With an empty secret anyone could sign.
  if (secret === '') return false
  const hmac = createHmac(algorithm, secret)
  for (const part of parts) hmac.update(part)
  const expectedSignature = Buffer.from(hmac.digest(encoding))
  const receivedSignature = Buffer.from(encoding === 'hex' ? signature.toLowerCase() : signature)
  return receivedSignature.length === expectedSignature.length && timingSafeEqual(receivedSignature, expectedSignature)
}

/** True if a time, in milliseconds since the epoch, is within 300 seconds of now, past or future. */
export function isRecent(time: number, now: number): boolean {
  return Math.abs(now - time) <= maxTimeDifference
}
