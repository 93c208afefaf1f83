// How many positions a cart holds.
import { ValidationError } from '../../foundation/errors.js'

/** Each is settled and priced whenever the cart is shown. */
export const mostPositions = 100

/** ValidationError, NO_ROOM on `cart`, where the cart takes no further position. */
export function requireRoom(positions: readonly unknown[]): void {
  if (positions.length < mostPositions) return
  throw ValidationError.of('cart', `A cart takes at most ${mostPositions} positions. Remove one first.`, 'NO_ROOM')
}
