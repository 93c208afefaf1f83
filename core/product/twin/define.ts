// What a shopper's browser is sent so that it reckons by itself: how far, and the product as it may know it.
import type { ClientEvaluatedPoint } from '../../model/storefront/twin-module.js'
import type { ProductSource } from '../../engine/program/source.js'

/** The contribution points of what it takes to evaluate a product. */
export const evaluatedPoints: readonly ClientEvaluatedPoint[] = ['questionTypes', 'conditionTypes', 'termTypes', 'functions']

/** `rules`: without prices, which follow with the service's answer. `off`: nothing. */
export type TwinMode = 'full' | 'rules' | 'off'

/** The product for one group of shoppers; null with `off`. */
export interface TwinProduct {
  readonly mode: TwinMode
  readonly source: ProductSource | null
  /** What of plugins it is evaluated with, as `<point>-<name>`: the scripts that browsers load first. */
  readonly modules: readonly string[]
}
