// A product of another shop: options with values, and variants with prices.
import type { FileFinding } from 'product-configurator-service'
import type { SourceCell } from '../matrix/define.js'

export interface ShopVariant {
  /** One per option; null: any value. */
  readonly values: readonly (string | null)[]
  readonly price: SourceCell
  /** Price before a reduction; '' if there is none. */
  readonly wasPrice: SourceCell
  /** `price` is a sale price, which counts only below `wasPrice`. */
  readonly isSale: boolean
  /** In the product's `weightUnit`; '' for none. */
  readonly weight: SourceCell
  readonly sku: string
  /** Why the shop does not sell it today, such as `out of stock`; null if it does. */
  readonly unsold: string | null
  readonly line: number
}

export interface ShopOption {
  readonly title: string
  /** In order of first use. */
  readonly values: readonly string[]
}

export interface ShopProduct {
  /** Identifies the product within the file. */
  readonly handle: string
  readonly title: string
  /** HTML. */
  readonly description: string
  readonly sku: string
  /** Why the shop does not offer the product publicly, such as `a draft`; null if it does. */
  readonly unpublished: string | null
  readonly weightUnit: string
  /** Findings about this product only: a file may have many products. */
  readonly remarks: readonly FileFinding[]
  readonly options: readonly ShopOption[]
  readonly variants: readonly ShopVariant[]
  readonly line: number
}

export const shopLimits = { options: 10, combinations: 20_000 } as const
