// Judges a factor that a source of exchange rates tells before a currency gets it.

/** Places of the stored factor, and digits that a stored number has at most. */
const places = 8
const digits = 15
/** The largest factor that its column holds. */
const largest = 92_233_720_368

export interface HeldFactor {
  readonly factor: number
  /** Shoppers pay by it, so that it may not jump. */
  readonly shown: boolean
}

export type FactorJudgement =
  | { readonly ok: true; readonly factor: number }
  | { readonly ok: false; readonly told: number | null; readonly reason: string }

/** The factor as it is kept, or a sentence that says why it is not. */
export function judgeFactor(told: number | undefined, held: HeldFactor, largestMove: number): FactorJudgement {
  if (told === undefined) return { ok: false, told: null, reason: 'The source does not know this currency.' }
  const factor = Number(Number(told.toPrecision(digits)).toFixed(places))
  if (!(factor > 0 && factor <= largest)) return { ok: false, told, reason: 'This is no factor that a currency can have.' }
  if (held.shown && Math.abs(factor - held.factor) > held.factor * largestMove) {
    return { ok: false, told: factor, reason: 'It moved too far to be set by itself. Set it by hand if it is right.' }
  }
  return { ok: true, factor }
}
