// Checks whether the possible values of a question satisfy a preference, certainly or possibly.
import type { Piece } from './box.js'
import type { Preference } from './optimum-request.js'

/** The numbers among the preferred values, in the syntax of entries. */
export const preferredNumbers = ({ values = [] }: Preference): readonly number[] =>
  values.filter((value) => /^-?\d+(?:\.\d+)?$/.test(value)).map(Number)

type Span = Pick<Piece, 'text' | 'low' | 'high'>

/** True if every value in the range satisfies the preference. */
export function satisfiesPreference(wish: Preference, { text, low, high }: Span): boolean {
  if (!wish.values) return low !== null && high !== null && low >= lowerLimit(wish) && high <= upperLimit(wish)
  if (text !== null && wish.values.includes(text)) return true
  return low !== null && low === high && preferredNumbers(wish).includes(low)
}

/** True if some value in the range satisfies the preference. */
export function canSatisfyPreference(wish: Preference, { text, low, high }: Span): boolean {
  if (!wish.values) return low !== null && high !== null && low <= upperLimit(wish) && high >= lowerLimit(wish)
  if (text !== null && wish.values.includes(text)) return true
  return low !== null && high !== null && preferredNumbers(wish).some((number) => low <= number && number <= high)
}

const lowerLimit = ({ min = Number.NEGATIVE_INFINITY }: Preference): number => min
const upperLimit = ({ max = Number.POSITIVE_INFINITY }: Preference): number => max
