// The digest of texts or bytes, for what is compared, counted or named without being kept: SHA-256, in hexadecimal digits.
import { createHash } from 'node:crypto'

/** Of all parts one after the other. */
export function digestOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}
