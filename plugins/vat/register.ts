// The contract of a VAT register, which reports whether a VAT id is assigned.

/** `unknown`: the register cannot answer now. Nothing is stored, and the id is checked again later. */
export type VatAnswer = 'valid' | 'invalid' | 'unknown'

export interface VatRegister {
  /** Used in logs. */
  readonly name: string
  /**
   * Checks one id of the EU or of Northern Ireland with a valid form and check digits: `DE136695976`. An error counts as `unknown`. @param
   * signal aborted when the service stops and on timeout
   */
  check(id: string, signal: AbortSignal): Promise<VatAnswer>
}
