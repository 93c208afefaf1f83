// How long what a shopper began is kept: configurations and carts of guests after they were last seen, drafts of orders.
import { day, hour } from '../foundation/clock.js'
import type { Moment } from '../storage/context.js'

/** Hours; for shops whose setting was emptied. */
const standard = 24

/** Milliseconds for which a link to a shared configuration stands after it was given out last. */
export const sharedLifetime = 30 * day

/** Milliseconds, by the setting `cart_lifetime_hours`. */
export function lifetimeOf({ snapshot }: Moment): number {
  return (snapshot.settings.cart_lifetime_hours ?? standard) * hour
}

/** Milliseconds from its beginning, by the setting `order_draft_lifetime_hours`. */
export function draftLifetimeOf({ snapshot }: Moment): number {
  return (snapshot.settings.order_draft_lifetime_hours ?? standard) * hour
}
