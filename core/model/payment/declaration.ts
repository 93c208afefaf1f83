// What a payment provider says of itself as data; its behaviour joins it in core/commerce/payment.
import type { PropertyMap } from '../../ground/property/kind.js'

/** The route by which a provider reports: `POST /svc-api/payments/<provider>/<payment method's id>/<path>`. */
export interface WebhookDeclaration {
  /** Small letters, digits, dashes and slashes: `events`. */
  readonly path: string
  /** Bytes that a report may have; 256 KiB if left out. */
  readonly bodyLimit?: number
}

export interface PaymentProviderDeclaration {
  /** Stored as a payment method's `connector`, e.g. `bank_transfer`. */
  readonly name: string
  readonly label: string
  /** One sentence for authors. */
  readonly description: string
  /** The keys that a payment method's `params` may hold; credentials among them are as secret as the whole value. */
  readonly params: PropertyMap
  /**
   * Names of `params` that hold an address which the provider calls with credentials, each with the provider's own hosts. Any other
   * host except loopback must be in the setting `paymentHosts`.
   */
  readonly addresses?: Readonly<Record<string, readonly string[]>>
  /** How it reports by itself; left out, it does not. */
  readonly webhook?: WebhookDeclaration
}
