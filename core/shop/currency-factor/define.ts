// A source of exchange rates: who knows how many units of a currency one unit of another buys.

export interface RateSource {
  /** For the log. */
  readonly name: string
  /**
   * Units of each currency for one of the base, by ISO code. What it does not know is left out; where it knows nothing that can
   * be trusted it fails, and every factor stays as it is.
   * @param base ISO code of the currency in which the shop's prices are entered
   * @param codes those that are asked for
   * @param signal aborted when the service stops, and when the answer would come too late
   */
  factors(base: string, codes: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, number>>
}

export interface FactorOptions {
  /** Currencies that are not published yet and get their factors too, by ISO code. */
  readonly codes?: readonly string[]
  /** A published currency's factor that moves by more than this share of itself is refused: 0.2 are 20 per cent. */
  readonly largestMove?: number
  /** Milliseconds until a question without an answer is given up. */
  readonly patience?: number
}

/** What became of one currency's factor. */
export interface FactorChange {
  readonly code: string
  readonly from: number
  /** What the source says; null where it does not know the currency. */
  readonly to: number | null
}

export interface FactorReport {
  readonly set: readonly FactorChange[]
  /** They keep the factors that they have; the log says why. */
  readonly refused: readonly FactorChange[]
}
