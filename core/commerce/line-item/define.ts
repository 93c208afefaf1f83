// What a line item is: what a configurator hands to a host that owns the cart, signed, to be priced again before it is charged.
import type { TaxContext } from '../../shop/shopper.js'
import type { SelectionInput } from '../../engine/program/configuration.js'
import type { MissingEntry } from '../../engine/program/configuration-view.js'
import type { AutomaticChange } from '../../engine/program/settlement.js'
import type { AmountReply } from '../../shop/price.js'
import type { OptionReply } from '../configuration/summary.js'

/** How line items are signed; the host checks them with the same secret, or asks the service. */
export interface LineItemTrust {
  /** The claim `iss`: this service, as the host names it. */
  readonly issuer: string
  /** The claim `aud`: the host. */
  readonly audience: string
  /** HS256: at least 32 characters; null where the service alone checks, with its own secret. */
  readonly secret: string | null
  /** Seconds for which the price stands; two hours if left out. */
  readonly lifetime?: number
  /** True: line items are also signed for configurations that no assertion opened. */
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
  /** The selections for people. */
  readonly options: readonly OptionReply[]
  /** The product's, then those of the chosen answers. */
  readonly skus: readonly string[]
  /** ISO 4217. */
  readonly currency: string
  /** Where the shopper says that he is: ISO 3166-1 alpha-2, and the state's code or name. */
  readonly country: string | null
  readonly state: string | null
  /** Of all pieces, without discounts: those are the host's. */
  readonly net: number
  readonly tax: number
  readonly gross: number
  readonly recurring: AmountReply
  /** In the settings' weight unit. */
  readonly weight: number
  readonly catalog_version: number
  /** The visitor for whom an assertion opened the configuration; null where no assertion did. */
  readonly sub: string | null
  readonly tax_context: TaxContext | null
  readonly customer_group_id: number | null
}

export interface SignedLineItem {
  /** A compact JWS whose payload has the item under `item`. */
  readonly line_item: string
  /** ISO 8601. */
  readonly expires: string
  readonly item: LineItem
}

/** One thing that is not as it was signed. */
export interface LineItemChange {
  /** `net`, `gross`, `recurring`, `title`, `weight`, `product`, `missing`, or `selection` with its question. */
  readonly field: string
  readonly question_id?: number
  readonly from: string | number | null
  readonly to: string | number | null
  /** For people. */
  readonly message: string
}

export interface RepricedLineItem {
  /** As it was signed. */
  readonly item: LineItem
  /** As it would be now; null where the product is no longer sold. */
  readonly now: LineItem | null
  /** True where nothing of it has changed. */
  readonly same: boolean
  readonly changes: readonly LineItemChange[]
  readonly automatic: readonly AutomaticChange[]
  readonly missing: readonly MissingEntry[]
}
