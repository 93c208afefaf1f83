// The shopper as identified by the host. Determines prices and taxes.
import type { taxContextShape } from './shape.js'
import type { ShapeValue } from '../model/verb/shape.js'

/** The shopper of a request. Both ids are null for a guest, who gets the store's default group. */
export interface Shopper {
  readonly customerId: number | null
  readonly customerGroupId: number | null
  /** The visitor named by an assertion, if the host owns the customers. */
  readonly hostUserId?: string
  /** The tax settings for this shopper, if the host determines taxes. */
  readonly tax?: TaxContext
}

/** Tax settings from the host. */
export type TaxContext = ShapeValue<typeof taxContextShape>

/** An unidentified shopper. */
export const guest: Shopper = Object.freeze({ customerId: null, customerGroupId: null })
