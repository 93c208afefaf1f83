// A product of another shop: options with values, and variants that have a price each.
import type { Said } from '../matrix/define.js'

export interface ShopVariant {
  /** One for each option; null where any of its values is meant. */
  readonly values: readonly (string | null)[]
  readonly price: Said
  /** Before a reduction; '' where there is none. */
  readonly wasPrice: Said
  readonly sku: string
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
  readonly isPublished: boolean
  readonly options: readonly ShopOption[]
  readonly variants: readonly ShopVariant[]
  readonly line: number
}

export const shopLimits = { options: 10, combinations: 20_000 } as const
