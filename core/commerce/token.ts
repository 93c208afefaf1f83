// Secret tokens that give a shopper access to their configuration, cart, order, quote or payment, and their lifetimes.
import { randomFillSync } from 'node:crypto'
import { day, hour } from '../foundation/clock.js'
import type { VersionedSnapshot } from '../storage/caches.js'

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

/** Hours. Used if the setting is empty. */
const defaultHours = 24

/** Milliseconds for which a shared configuration is available after it was last shared. */
export const sharedLifetime = 30 * day

/** Milliseconds, from the setting `cart_lifetime_hours`. */
export function getCartLifetime({ snapshot }: VersionedSnapshot): number {
  return (snapshot.settings.cart_lifetime_hours ?? defaultHours) * hour
}

/** Milliseconds since creation, from the setting `order_draft_lifetime_hours`. */
export function getDraftLifetime({ snapshot }: VersionedSnapshot): number {
  return (snapshot.settings.order_draft_lifetime_hours ?? defaultHours) * hour
}
