// How many pieces a position may have: the product's smallest and largest quantity, and the steps between them.
import { ValidationError } from '../../foundation/errors.js'
import type { Quantities } from '../../product/programs.js'

/** Steps count from the smallest quantity. */
export function isQuantity(quantity: number, { min, max, step }: Quantities): boolean {
  return Number.isSafeInteger(quantity) && quantity >= min && quantity <= max && (quantity - min) % step === 0
}

/** VALIDATION_FAILED on `quantity` with what would be accepted. */
export function requireQuantity(quantity: number, quantities: Quantities): void {
  if (isQuantity(quantity, quantities)) return
  const { min, max, step } = quantities
  const steps = step === 1 ? '' : ` in steps of ${step}`
  throw ValidationError.of('quantity', `Field 'quantity' takes a whole number from ${min} to ${max}${steps} for this product.`)
}
