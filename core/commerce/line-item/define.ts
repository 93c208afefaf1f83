// Types of line items: signed configurations for a host that owns the cart and has them repriced before it charges.
import type { lineItemShape, signedLineItemShape, changeShape, repricedLineItemShape } from './shape.js'
import type { ShapeValue } from '../../model/verb/shape.js'

/** How line items are signed. The host verifies them with the same secret, or through the service. */
export interface LineItemTrust {
  /** The claim `iss`: the host's name for this service. */
  readonly issuer: string
  /** The claim `aud`: the host. */
  readonly audience: string
  /** HS256: at least 32 characters; null if only the service verifies, with its own secret. */
  readonly secret: string | null
  /** Seconds for which the price is valid. Default: two hours. */
  readonly lifetime?: number
  /** True: configurations opened without an assertion are signed too. */
  readonly guests?: boolean
}

export type LineItem = ShapeValue<typeof lineItemShape>

export type SignedLineItem = ShapeValue<typeof signedLineItemShape>

/** A difference from the signed item. */
export type LineItemChange = ShapeValue<typeof changeShape>

export type RepricedLineItem = ShapeValue<typeof repricedLineItemShape>
