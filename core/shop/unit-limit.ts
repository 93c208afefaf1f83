// How much a unit may cost at most in the base currency, so that a shopper pays no more than he says.
import type { Amount } from '../engine/money/amount.js'
import { amountReply, type Till } from './price.js'

/** The far end of what can be counted exactly with any tax and currency. */
const farthest = 1_000_000_000_000

/**
 * The largest unit figure whose price, as the shopper sees it first, is no more than `most`: gross, for business net. By the one
 * price function, so no cent is lost in turning it round.
 */
export function largestUnit(most: number, shop: Till & { readonly b2b: boolean }, taxClassId: number | null): Amount {
  const fits = (unit: Amount): boolean => {
    const price = amountReply(unit, shop, taxClassId)
    return price !== null && (shop.b2b ? price.net : price.gross) <= most
  }
  let [low, high] = [-farthest, farthest]
  if (!fits(low)) return low
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle
  }
  return low
}
