// Limits the number of positions in a cart.
import { ValidationError } from '../../foundation/errors.js'

/** Every reply of a cart settles and prices all of its positions. */
export const maxPositions = 100

/** ValidationError, NO_ROOM on `cart`, if the cart is full. */
export function requirePositionRoom(positions: readonly unknown[]): void {
  if (positions.length < maxPositions) return
  throw ValidationError.of('cart', `A cart takes at most ${maxPositions} positions. Remove one first.`, 'NO_ROOM')
}
