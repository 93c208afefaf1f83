// What a payment provider says of itself as data; its behaviour joins it where payments are made.
import type { PropertyMap } from '../../ground/property/kind.js'

export interface PaymentProviderDeclaration {
  /** Stored as a payment method's `connector`, e.g. `bank_transfer`. */
  readonly name: string
  readonly label: string
  /** One sentence for authors. */
  readonly description: string
  /** The keys that a payment method's `params` may hold; credentials among them are as secret as the whole value. */
  readonly params: PropertyMap
  /** It can be asked about pending payments. */
  readonly pollable: boolean
  /** It reports by webhook. */
  readonly webhook: boolean
}
