// Whether what is left to a question meets a wish: certainly, or perhaps.
import type { Piece } from './box.js'
import type { Wish } from './define.js'

/** The numbers among values as they may be entered; what is no number is met by no number. */
export const numbersIn = ({ values = [] }: Wish): readonly number[] =>
  values.filter((value) => /^-?\d+(?:\.\d+)?$/.test(value)).map(Number)

type Span = Pick<Piece, 'text' | 'low' | 'high'>

/** Each of the numbers, or the one value, is what is wished. */
export function meets(wish: Wish, { text, low, high }: Span): boolean {
  if (!wish.values) return low !== null && high !== null && low >= least(wish) && high <= most(wish)
  if (text !== null && wish.values.includes(text)) return true
  return low !== null && low === high && numbersIn(wish).includes(low)
}

/** Something of it is what is wished. */
export function mayMeet(wish: Wish, { text, low, high }: Span): boolean {
  if (!wish.values) return low !== null && high !== null && low <= most(wish) && high >= least(wish)
  if (text !== null && wish.values.includes(text)) return true
  return low !== null && high !== null && numbersIn(wish).some((number) => low <= number && number <= high)
}

const least = ({ min = Number.NEGATIVE_INFINITY }: Wish): number => min
const most = ({ max = Number.POSITIVE_INFINITY }: Wish): number => max
