// A register of VAT ids: who knows whether an id was given to anybody.

/** `unknown` where the register cannot say just now: nothing is remembered, and it is asked again later. */
export type VatAnswer = 'valid' | 'invalid' | 'unknown'

export interface VatRegister {
  /** For the log. */
  readonly name: string
  /**
   * Asks about one id of the EU or of Northern Ireland, whose form and check digits are right: `DE136695976`. A failure counts
   * as unknown.
   * @param signal aborted when the service stops, and when the answer would come too late
   */
  check(id: string, signal: AbortSignal): Promise<VatAnswer>
}
