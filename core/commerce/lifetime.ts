// Lifetimes of guests' configurations and carts since their last use, and of order drafts.
import { day, hour } from '../foundation/clock.js'
import type { VersionedSnapshot } from '../storage/caches.js'

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
