// SHA-256 digests in hexadecimal, to compare, count or name data without storing it.
import { createHash } from 'node:crypto'

/** The digest of all parts, concatenated. */
export function sha256(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}
