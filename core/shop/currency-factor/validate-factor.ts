// Validates an exchange rate before it becomes the factor of a currency.

/** Decimals of the stored factor, and maximum digits of a stored number. */
const maxDecimals = 8
const maxDigits = 15
/** The largest factor that fits the column. */
const maxFactor = 92_233_720_368

export interface CurrentFactor {
  readonly factor: number
  /** True if shoppers pay in this currency. Then the factor must not jump. */
  readonly shown: boolean
}

export type FactorValidation =
  | { readonly ok: true; readonly factor: number }
  | { readonly ok: false; readonly told: number | null; readonly reason: string }

/** The rounded factor, or the reason for the refusal. */
export function validateFactor(
  reportedFactor: number | undefined,
  currentFactor: CurrentFactor,
  largestMove: number,
): FactorValidation {
  if (reportedFactor === undefined) return { ok: false, told: null, reason: 'The source does not know this currency.' }
  const factor = Number(Number(reportedFactor.toPrecision(maxDigits)).toFixed(maxDecimals))
  if (!(factor > 0 && factor <= maxFactor))
    return { ok: false, told: reportedFactor, reason: 'This is no factor that a currency can have.' }
  if (currentFactor.shown && Math.abs(factor - currentFactor.factor) > currentFactor.factor * largestMove) {
    return { ok: false, told: factor, reason: 'It moved too far to be set by itself. Set it by hand if it is right.' }
  }
  return { ok: true, factor }
}
