// Lifetimes of guests' configurations and carts since their last use, and of order drafts.
import { day, hour } from '../foundation/clock.js'
import type { Moment } from '../storage/context.js'

/** Hours. Used if the setting is empty. */
const standard = 24

/** Milliseconds for which a shared configuration is available after it was last shared. */
export const sharedLifetime = 30 * day

/** Milliseconds, from the setting `cart_lifetime_hours`. */
export function lifetimeOf({ snapshot }: Moment): number {
  return (snapshot.settings.cart_lifetime_hours ?? standard) * hour
}

/** Milliseconds since creation, from the setting `order_draft_lifetime_hours`. */
export function draftLifetimeOf({ snapshot }: Moment): number {
  return (snapshot.settings.order_draft_lifetime_hours ?? standard) * hour
}
