// What can be counted exactly, or is nothing: for lists and previews, which show what else there is.
import { AmountOverflow } from './amount.js'

/** What is counted; null where an amount of it became too large to be exact. */
export function ifExact<T>(count: () => T): T | null {
  try {
    return count()
  } catch (error) {
    if (error instanceof AmountOverflow) return null
    throw error
  }
}
