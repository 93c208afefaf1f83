// Declares a payment provider as data. The behaviour is added in core/commerce/payment.
import type { PropertyMap } from '../../foundation/property/kind.js'

/** The webhook of a provider: `POST /svc-api/payments/<provider>/<payment method's id>/<path>`. */
export interface WebhookDeclaration {
  /** Lower-case letters, digits, dashes and slashes: `events`. */
  readonly path: string
  /** Maximum body size in bytes. Default: 256 KiB. */
  readonly bodyLimit?: number
}

/** The path of the webhook of a payment method. */
export const toWebhookPath = (provider: string, methodId: number | string, { path }: Pick<WebhookDeclaration, 'path'>): string =>
  `/svc-api/payments/${provider}/${methodId}/${path}`

export interface PaymentProviderDeclaration {
  /** Stored as the `connector` of a payment method, for example `bank_transfer`. */
  readonly name: string
  readonly label: string
  /** One sentence for authors. */
  readonly description: string
  /** The keys that `params` of a payment method may contain. The whole value is treated as a secret because it can hold credentials. */
  readonly params: PropertyMap
  /**
   * Names of `params` with an address that the provider calls with credentials, each with the provider's own hosts. Any other host
   * except loopback must be in the setting `paymentHosts`.
   */
  readonly addresses?: Readonly<Record<string, readonly string[]>>
  /** Names of fields of the store without which the method is neither offered nor published, for example `iban`. */
  readonly storeFields?: readonly string[]
  /** The webhook through which the provider reports payments. Default: none. */
  readonly webhook?: WebhookDeclaration
}
