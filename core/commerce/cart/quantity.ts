// Limits of a cart: the quantity of a position, and the number of positions.
import { ValidationError } from '../../foundation/errors.js'
import type { QuantityLimits } from '../../product/compiled-products.js'
import { createMessage } from '../../foundation/message.js'

/** Steps count from the minimum. */
export function isAllowedQuantity(quantity: number, { min, max, step }: QuantityLimits): boolean {
  return Number.isSafeInteger(quantity) && quantity >= min && quantity <= max && (quantity - min) % step === 0
}

/** VALIDATION_FAILED on `quantity`; the message lists the accepted values. */
export function requireAllowedQuantity(quantity: number, quantities: QuantityLimits): void {
  if (isAllowedQuantity(quantity, quantities)) return
  const { min, max, step } = quantities
  throw ValidationError.of('quantity', createMessage('shop.quantityNotAllowed', { min, max, step }))
}

/** Every reply of a cart settles and prices all of its positions. */
export const maxPositions = 100

/** ValidationError, NO_ROOM on `cart`, if the cart is full. */
export function requirePositionRoom(positions: readonly unknown[]): void {
  if (positions.length < maxPositions) return
  throw ValidationError.of('cart', createMessage('shop.cartFull', { most: maxPositions }), 'NO_ROOM')
}
