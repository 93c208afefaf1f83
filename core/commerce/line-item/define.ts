// Types of line items: signed configurations for a host that owns the cart and has them repriced before it charges.
import type { TaxContext } from '../../shop/shopper.js'
import type { SelectionInput, MissingEntry } from '../../engine/program/configuration.js'
import type { AutomaticChange } from '../../engine/program/settlement.js'
import type { AmountReply } from '../../shop/price.js'
import type { OptionReply } from '../configuration/summary.js'

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

export interface LineItem {
  /** The configuration's token. */
  readonly configuration: string
  readonly product_id: number
  readonly title: string
  readonly quantity: number
  readonly language: string
  readonly selections: readonly (SelectionInput & { readonly value: string })[]
  /** The selections as text. */
  readonly options: readonly OptionReply[]
  /** The product's SKU, then the SKUs of the selected answers. */
  readonly skus: readonly string[]
  /** ISO 4217. */
  readonly currency: string
  /** The country that the shopper named: ISO 3166-1 alpha-2. `state` is the code or name of a state. */
  readonly country: string | null
  readonly state: string | null
  /** For all pieces, without discounts, which the host grants. */
  readonly net: number
  readonly tax: number
  readonly gross: number
  readonly recurring: AmountReply
  /** In the settings' weight unit. */
  readonly weight: number
  readonly catalog_version: number
  /** The visitor in the assertion that opened the configuration; null if there was no assertion. */
  readonly sub: string | null
  readonly tax_context: TaxContext | null
  readonly customer_group_id: number | null
}

export interface SignedLineItem {
  /** A compact JWS. Its payload has the item in `item`. */
  readonly line_item: string
  /** ISO 8601. */
  readonly expires: string
  readonly item: LineItem
}

/** A difference from the signed item. */
export interface LineItemChange {
  /** `net`, `gross`, `recurring`, `title`, `weight`, `product`, `missing`, or `selection` with its question. */
  readonly field: string
  readonly question_id?: number
  readonly from: string | number | null
  readonly to: string | number | null
  /** The change as a sentence. */
  readonly message: string
}

export interface RepricedLineItem {
  /** The signed item. */
  readonly item: LineItem
  /** The item at current prices; null if the product is no longer sold. */
  readonly now: LineItem | null
  /** True if nothing has changed. */
  readonly same: boolean
  readonly changes: readonly LineItemChange[]
  readonly automatic: readonly AutomaticChange[]
  readonly missing: readonly MissingEntry[]
}
