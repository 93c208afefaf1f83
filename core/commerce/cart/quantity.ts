// How many pieces a position may have: the product's smallest and largest quantity, and the steps between them.
import { ValidationError } from '../../ground/errors.js'
import type { Quantities } from '../../product/programs.js'

/** Whole numbers beyond this are no quantity of anything. */
const most = 1_000_000_000

/** VALIDATION_FAILED on `quantity` with what would be accepted. Steps count from the smallest quantity. */
export function requireQuantity(quantity: number, { min, max, step }: Quantities): void {
  const largest = Math.min(max ?? most, most)
  const fits = Number.isSafeInteger(quantity) && quantity >= min && quantity <= largest && (quantity - min) % step === 0
  if (fits) return
  const range = max === null ? `from ${min}` : `from ${min} to ${max}`
  const steps = step === 1 ? '' : ` in steps of ${step}`
  throw ValidationError.of('quantity', `Field 'quantity' takes a whole number ${range}${steps} for this product.`)
}
