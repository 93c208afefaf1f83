// The digest of a text, for what is compared, counted or named without being kept: SHA-256, in hexadecimal digits.
import { createHash } from 'node:crypto'

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
