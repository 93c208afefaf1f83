// Checks whether the possible values of a question satisfy a preference, certainly or possibly.
import type { Piece } from './box.js'
import type { Wish } from './define.js'

/** The numbers among the preferred values, in the syntax of entries. */
export const numbersIn = ({ values = [] }: Wish): readonly number[] =>
  values.filter((value) => /^-?\d+(?:\.\d+)?$/.test(value)).map(Number)

type Span = Pick<Piece, 'text' | 'low' | 'high'>

/** True if every value in the range satisfies the preference. */
export function satisfiesPreference(wish: Wish, { text, low, high }: Span): boolean {
  if (!wish.values) return low !== null && high !== null && low >= lowerLimit(wish) && high <= upperLimit(wish)
  if (text !== null && wish.values.includes(text)) return true
  return low !== null && low === high && numbersIn(wish).includes(low)
}

/** True if some value in the range satisfies the preference. */
export function mayMeet(wish: Wish, { text, low, high }: Span): boolean {
  if (!wish.values) return low !== null && high !== null && low <= upperLimit(wish) && high >= lowerLimit(wish)
  if (text !== null && wish.values.includes(text)) return true
  return low !== null && high !== null && numbersIn(wish).some((number) => low <= number && number <= high)
}

const lowerLimit = ({ min = Number.NEGATIVE_INFINITY }: Wish): number => min
const upperLimit = ({ max = Number.POSITIVE_INFINITY }: Wish): number => max
