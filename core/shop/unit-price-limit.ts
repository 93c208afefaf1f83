// Converts a shopper's price limit to a limit of the unit price in the base currency.
import type { Amount } from '../engine/money/amount.js'
import { calculateAmount, type PricingShop } from './price.js'

/** The largest amount that stays exact with any tax and currency. */
const maxExactAmount = 1_000_000_000_000

/**
 * The largest unit price whose displayed price is at most `most`: gross, or net for business customers. Uses the price function
 * itself in a binary search, so rounding is exact.
 */
export function findLargestUnitPrice(
  limit: number,
  shop: PricingShop & { readonly b2b: boolean },
  taxClassId: number | null,
): Amount {
  const fits = (unit: Amount): boolean => {
    const price = calculateAmount(unit, shop, taxClassId)
    return price !== null && (shop.b2b ? price.net : price.gross) <= limit
  }
  let [low, high] = [-maxExactAmount, maxExactAmount]
  if (!fits(low)) return low
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle
  }
  return low
}
