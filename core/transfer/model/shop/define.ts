// A product of another shop: options with values, and variants that have a price each.
import type { ModelFinding } from '../findings.js'
import type { Said } from '../matrix/define.js'

export interface ShopVariant {
  /** One for each option; null where any of its values is meant. */
  readonly values: readonly (string | null)[]
  readonly price: Said
  /** Before a reduction; '' where there is none. */
  readonly wasPrice: Said
  /** `price` is a sale price, which counts only below `wasPrice`. */
  readonly isSale: boolean
  /** In the product's `weightUnit`; '' for none. */
  readonly weight: Said
  readonly sku: string
  /** Why the shop does not sell it today, `out of stock`; null if it does. */
  readonly unsold: string | null
  readonly line: number
}

export interface ShopOption {
  readonly title: string
  /** In the order in which they are first named. */
  readonly values: readonly string[]
}

export interface ShopProduct {
  /** By which it is told from others of the file. */
  readonly handle: string
  readonly title: string
  /** HTML. */
  readonly description: string
  readonly sku: string
  /** Why the shop does not offer the product to everybody, `a draft`; null if it does. */
  readonly unpublished: string | null
  readonly weightUnit: string
  /** Findings that concern this product only: a file may have many. */
  readonly remarks: readonly ModelFinding[]
  readonly options: readonly ShopOption[]
  readonly variants: readonly ShopVariant[]
  readonly line: number
}

export const shopLimits = { options: 10, combinations: 20_000 } as const
