// How long what a shopper began is kept: configurations and carts of guests after they were last seen, drafts of orders.
import { hour } from '../ground/clock.js'
import type { Moment } from '../storage/context.js'

/** Hours; for shops whose setting was emptied. */
const standard = 24

/** Milliseconds, by the setting `cart_lifetime_hours`. */
export function lifetimeOf({ snapshot }: Moment): number {
  return (snapshot.settings.cart_lifetime_hours ?? standard) * hour
}

/** Milliseconds from its beginning, by the setting `order_draft_lifetime_hours`. */
export function draftLifetimeOf({ snapshot }: Moment): number {
  return (snapshot.settings.order_draft_lifetime_hours ?? standard) * hour
}
