// Interface of an exchange rate source.

export interface RateSource {
  /** For the log. */
  readonly name: string
  /**
   * Units of each currency per unit of the base currency, by ISO code. Unknown currencies are left out. Throws if no rate is
   * reliable; then every factor stays unchanged.
   * @param base ISO code of the currency in which the shop's prices are entered
   * @param codes the requested currencies
   * @param signal aborted on shutdown and on timeout
   */
  factors(base: string, codes: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, number>>
}

export interface FactorOptions {
  /** ISO codes of unpublished currencies to update too. */
  readonly codes?: readonly string[]
  /** Larger relative changes of a published currency's factor are refused. 0.2 means 20 per cent. */
  readonly largestMove?: number
  /** Timeout in milliseconds. */
  readonly patience?: number
}

/** The change of one currency's factor. */
export interface FactorChange {
  readonly code: string
  readonly from: number
  /** The rate of the source; null if it does not know the currency. */
  readonly to: number | null
}

export interface FactorReport {
  readonly set: readonly FactorChange[]
  /** Currencies that keep their factor. The log contains the reasons. */
  readonly refused: readonly FactorChange[]
}
