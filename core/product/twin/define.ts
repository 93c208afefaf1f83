// What a shopper's browser is sent so that it reckons by itself: how far, and the product as it may know it.
import type { ProductSource } from '../../engine/program/source.js'

/** `rules`: without prices, which follow with the service's answer. `off`: nothing. */
export type TwinMode = 'full' | 'rules' | 'off'

/** The product for one group of shoppers; null with `off`. */
export interface TwinProduct {
  readonly mode: TwinMode
  readonly source: ProductSource | null
}
