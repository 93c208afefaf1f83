// Converts variant weights to the shop's unit, and splits them into a base weight and a weight per value.
import { type FileFindings, formatValue } from 'product-configurator-service'
import { type Combination, toUnscaledPrice } from './combinations.js'
import type { ShopProduct } from './define.js'
import { type Surcharges, splitSurcharges } from './prices.js'

const unitWeights: Readonly<Record<string, number>> = { kg: 1_000, g: 1, lbs: 453.592_37, lb: 453.592_37, oz: 28.349_523_125 }

export interface Weights {
  readonly base: number
  /** By option and value. */
  readonly values: readonly (readonly number[])[]
}

/** null if weights are unknown, cannot be converted, or do not add up from the options. */
export function splitWeights(
  product: ShopProduct,
  list: readonly Combination[],
  unit: string,
  findings: FileFindings,
): Weights | null {
  if (list.every(({ weight }) => weight === 0)) return null
  const leaveOut = (why: string): null => {
    findings.warning('weight-left-out', `Weights of '${formatValue(product.title)}' are left out: ${why}`, product.line)
    return null
  }
  const own = product.weightUnit.toLowerCase()
  const [from, to] = [unitWeights[own], unitWeights[unit.toLowerCase()]]
  if (own !== unit.toLowerCase() && (from === undefined || to === undefined))
    return leaveOut(`the file has '${formatValue(own)}' and the settings '${formatValue(unit)}', which cannot be converted.`)
  const variants = list.map(({ at, weight }) => ({ at, price: weight }))
  const divided: Surcharges | null = splitSurcharges(
    variants,
    product.options.map(({ values }) => values.length),
  )
  if (divided === null) return leaveOut('they do not add up from the options.')
  const factor = own === unit.toLowerCase() ? 1 : from! / to!
  const convert = (weight: number): number => toUnscaledPrice(Math.round(weight * factor))
  return { base: convert(divided.base), values: divided.values.map((values) => values.map(convert)) }
}
