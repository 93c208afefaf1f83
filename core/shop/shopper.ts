// Who stands in the shop, as far as the host tells: what he pays, and how he is taxed, follows from it.

/** Who configures, as the host plugin says. A guest has neither; the store's default group then decides. */
export interface Shopper {
  readonly customerId: number | null
  readonly customerGroupId: number | null
  /** The visitor that an assertion names, where the host owns the customers. */
  readonly hostUserId?: string
  /** Where the host decides on taxes: how, for this shopper. */
  readonly tax?: TaxContext
}

/** The tax setting of a host that owns the shop. */
export interface TaxContext {
  /** Whether prices in the catalogue are without tax, or contain it. */
  readonly prices: 'net' | 'gross'
  /** What applies to the shopper, in per cent, with the code that stands on invoices. */
  readonly rates: readonly { readonly rate: number; readonly code: string | null }[]
}

/** The shopper of whom nothing is known. */
export const guest: Shopper = Object.freeze({ customerId: null, customerGroupId: null })
