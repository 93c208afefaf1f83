// Limits the number of positions in a cart.
import { ValidationError } from '../../foundation/errors.js'

/** Every reply of a cart settles and prices all of its positions. */
export const mostPositions = 100

/** ValidationError, NO_ROOM on `cart`, if the cart is full. */
export function requireRoom(positions: readonly unknown[]): void {
  if (positions.length < mostPositions) return
  throw ValidationError.of('cart', `A cart takes at most ${mostPositions} positions. Remove one first.`, 'NO_ROOM')
}
