// How long what a guest began is kept after he was last seen: configurations and carts alike.
import { hour } from '../ground/clock.js'
import type { Moment } from '../storage/context.js'

/** Hours; for shops whose setting was emptied. */
const standard = 24

/** Milliseconds, by the setting `cart_lifetime_hours`. */
export function lifetimeOf({ snapshot }: Moment): number {
  return (snapshot.settings.cart_lifetime_hours ?? standard) * hour
}
