// Secret tokens that give a shopper access to their configuration, cart, order, quote or payment.
import { randomFillSync } from 'node:crypto'

const pattern = /^[A-Za-z0-9_-]{32}$/

/** Bytes, that is 192 bits. */
const size = 24
/** Random bytes for 64 tokens. A call to the system's random source takes as long as a small write. Each byte is used once. */
const drawn = Buffer.allocUnsafeSlow(64 * size)
let used = drawn.length

/** 192 random bits as 32 characters. The token alone gives access, so it must be unguessable. */
export function newToken(): string {
  if (used === drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  used += size
  return drawn.toString('base64url', used - size, used)
}

/** False for malformed tokens, which then need no look-up. */
export const isToken = (text: string): boolean => pattern.test(text)
