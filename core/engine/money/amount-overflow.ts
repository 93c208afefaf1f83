// Replaces amounts that are too large by null, so lists and previews can still show their other entries.
import { AmountOverflow } from './amount.js'

/** The result of `count`, or null if it throws AmountOverflow. */
export function nullIfOverflow<T>(count: () => T): T | null {
  try {
    return count()
  } catch (error) {
    if (error instanceof AmountOverflow) return null
    throw error
  }
}
