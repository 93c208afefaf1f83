// The key under which a shopper reaches what is his: a configuration, a cart, an order, a quote, a payment.
import { randomFillSync } from 'node:crypto'

const pattern = /^[A-Za-z0-9_-]{32}$/

/** 192 bits. */
const size = 24
/** Random bytes for many tokens: asking the system for them takes as long as a small write. Each is used once. */
const drawn = Buffer.allocUnsafeSlow(64 * size)
let used = drawn.length

/** 192 random bits as 32 characters: whoever holds it is let in, so nobody may guess it. */
export function newToken(): string {
  if (used === drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  used += size
  return drawn.toString('base64url', used - size, used)
}

/** False for what no token can be, so that nothing is looked up by it. */
export const isToken = (text: string): boolean => pattern.test(text)
