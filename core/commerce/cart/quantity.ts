// How many pieces a position may have: the product's smallest and largest quantity, and the steps between them.
import { ValidationError } from '../../ground/errors.js'
import type { Quantities } from '../../product/programs.js'

/** Whole numbers beyond this are no quantity of anything. */
const most = 1_000_000_000

/** Steps count from the smallest quantity. */
export function isQuantity(quantity: number, { min, max, step }: Quantities): boolean {
  const largest = Math.min(max ?? most, most)
  return Number.isSafeInteger(quantity) && quantity >= min && quantity <= largest && (quantity - min) % step === 0
}

/** VALIDATION_FAILED on `quantity` with what would be accepted. */
export function requireQuantity(quantity: number, quantities: Quantities): void {
  if (isQuantity(quantity, quantities)) return
  const { min, max, step } = quantities
  const range = max === null ? `from ${min}` : `from ${min} to ${max}`
  const steps = step === 1 ? '' : ` in steps of ${step}`
  throw ValidationError.of('quantity', `Field 'quantity' takes a whole number ${range}${steps} for this product.`)
}
