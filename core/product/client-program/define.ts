// Types of the client-side program: the part of a product that a shopper's browser may evaluate.
import type { ClientEvaluatedPoint } from '../../model/storefront/module.js'
import type { ProductSource } from '../../engine/program/source.js'

/** Contribution points whose contributions are needed to evaluate a product. */
export const clientEvaluatedPoints: readonly ClientEvaluatedPoint[] = [
  'questionTypes',
  'conditionTypes',
  'termTypes',
  'functions',
]

/** `rules`: without prices, which come with the server's reply. `off`: nothing. */
export type ClientProgramMode = 'full' | 'rules' | 'off'

/** The product for one customer group; null if the mode is `off`. */
export interface ClientProgram {
  readonly mode: ClientProgramMode
  readonly source: ProductSource | null
  /** Required plugin scripts, as `<point>-<name>`. Browsers load them first. */
  readonly modules: readonly string[]
}
