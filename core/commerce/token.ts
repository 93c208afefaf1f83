// Secret tokens that give a shopper access to their configuration, cart, order, quote or payment.
import { randomFillSync } from 'node:crypto'

const tokenPattern = /^[A-Za-z0-9_-]{32}$/

/** Bytes, that is 192 bits. */
const tokenBytes = 24
/** Random bytes for 64 tokens. A call to the system's random source is as slow as a small write. Each byte is used once. */
const randomPool = Buffer.allocUnsafeSlow(64 * tokenBytes)
let usedBytes = randomPool.length

/** 192 random bits as 32 characters. The token alone gives access, so it must be unguessable. */
export function createToken(): string {
  if (usedBytes === randomPool.length) {
    randomFillSync(randomPool)
    usedBytes = 0
  }
  usedBytes += tokenBytes
  return randomPool.toString('base64url', usedBytes - tokenBytes, usedBytes)
}

/** False for malformed tokens, which then need no look-up. */
export const isToken = (text: string): boolean => tokenPattern.test(text)
